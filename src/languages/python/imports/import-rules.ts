import type { FileTree } from "../../file-tree.js";
import type { ImportPlace, ImportRules, ImportTarget } from "../../import-rules.js";
import type { ImportSite } from "../../source-file.js";
import { declaredPythonPackages, isDeclaredModule, isStandardModule, normalName } from "./python-packages.js";
import { resolvePython } from "./resolve-python.js";

type Tree = Pick<FileTree, "has" | "paths">;

/** Resolves modules and packages of the repository, the standard library, and packages that a manifest declares. */
export const PYTHON_IMPORTS: ImportRules = {
  resolve: resolvePython,
  targetsOf,
  // A submodule need not be defined by the named module.
  namesAsked: (from, { names, specifier }, tree) =>
    names.filter((name) => name !== "*" && resolvePython(from, submodule(specifier, name), tree) === undefined),
  isImplied: () => false,
  verb: "define",
  missingFile: { none: "an import names a module, which may be a file, a folder or something installed" },
};

function targetsOf(from: string, { tree, declared }: ImportPlace): ReturnType<ImportRules["targetsOf"]> {
  const packages = new Set([...declaredPythonPackages(tree), ...declared.map(normalName)]);
  return (site): ImportTarget => {
    const { specifier, names } = site;
    const path = resolvePython(from, specifier, tree);
    if (path !== undefined) return { kind: "file", path };
    if (isNamespacePackage(site, from, tree)) return { kind: "installed" };
    if (specifier.startsWith(".")) return nowhere(`"${specifier}" is no module`);
    const top = specifier.split(".")[0] ?? specifier;
    if (isStandardModule(top) || isDeclaredModule(top, packages)) return { kind: "installed" };
    const asked = names.length === 0 ? specifier : `${specifier} (${names.join(", ")})`;
    return nowhere(`"${asked}" is neither in the standard library nor a declared dependency`);
  };
}

function nowhere(why: string): ImportTarget {
  return { kind: "nowhere", why };
}

/** A folder without `__init__.py`: every imported name is a module in it. */
function isNamespacePackage({ specifier, names }: ImportSite, from: string, tree: Tree): boolean {
  if (names.length === 0) return tree.paths().some((file) => file.startsWith(`${specifier.replaceAll(".", "/")}/`));
  return names.every((name) => resolvePython(from, submodule(specifier, name), tree) !== undefined);
}

function submodule(specifier: string, name: string): string {
  return specifier.endsWith(".") ? `${specifier}${name}` : `${specifier}.${name}`;
}
