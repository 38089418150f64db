import type { FileTree } from "../../file-tree.js";
import type { ImportPlace, ImportRules, ImportTarget } from "../../import-rules.js";
import type { ImportSite } from "../../source-file.js";
import { declaredPythonPackages, isDeclaredModule, isStandardModule, normalName } from "./python-packages.js";
import { pythonRoots, whyUnclear } from "./python-roots.js";
import { foldersFor, pathOf, resolvePython } from "./resolve-python.js";

type Tree = Pick<FileTree, "has" | "read" | "paths">;

/** Resolves modules and packages of the repository, the standard library, and packages that a manifest declares. */
export const PYTHON_IMPORTS: ImportRules = {
  resolve: resolvePython,
  targetsOf,
  // A submodule need not be defined by the named module.
  namesAsked: (from, { names, specifier }, tree) =>
    names.filter((name) => name !== "*" && resolvePython(from, submodule(specifier, name), tree) === undefined),
  isImplied: (name) => /^__(?:name|file|doc|path|spec|package|loader|dict|builtins|annotations)__$/.test(name),
  declaredBeside: (path, tree) => [`${path}i`].filter((file) => path.endsWith(".py") && tree.has(file)),
  verb: "define",
  missingFile: { none: "an import names a module, which may be a file, a folder or something installed" },
};

function targetsOf(from: string, { tree, declared }: ImportPlace): ReturnType<ImportRules["targetsOf"]> {
  const packages = new Set([...declaredPythonPackages(tree), ...declared.map(normalName)]);
  const roots = pythonRoots(tree);
  return (site): ImportTarget => {
    const { specifier, names } = site;
    const path = resolvePython(from, specifier, tree, roots);
    if (path !== undefined) return { kind: "file", path };
    if (isNamespacePackage(site, { from, tree, roots })) return { kind: "installed" };
    const top = specifier.split(".")[0] ?? specifier;
    const isRelative = specifier.startsWith(".");
    if (!isRelative && (isStandardModule(top) || isDeclaredModule(top, packages))) return { kind: "installed" };
    const doubt = whyUnclear(from, specifier, { tree, roots });
    if (doubt !== undefined) return { kind: "unclear", why: `"${specifier}" ${doubt}` };
    if (site.optional === true) return { kind: "installed" };
    if (isRelative) return nowhere(`"${specifier}" is no module`);
    const asked = names.length === 0 ? specifier : `${specifier} (${names.join(", ")})`;
    return nowhere(`"${asked}" is neither in the standard library nor a declared dependency`);
  };
}

function nowhere(why: string): ImportTarget {
  return { kind: "nowhere", why };
}

type Place = { readonly from: string; readonly tree: Tree; readonly roots: readonly string[] };

/** A folder without `__init__.py`: every imported name is a module in it. */
function isNamespacePackage({ specifier, names }: ImportSite, { from, tree, roots }: Place): boolean {
  if (names.length > 0) {
    return names.every((name) => resolvePython(from, submodule(specifier, name), tree, roots) !== undefined);
  }
  const folders = foldersFor(from, specifier, roots).map((root) =>
    [root, pathOf(specifier)].filter((part) => part !== "").join("/"),
  );
  return tree.paths().some((file) => file.endsWith(".py") && folders.some((folder) => file.startsWith(`${folder}/`)));
}

function submodule(specifier: string, name: string): string {
  return specifier.endsWith(".") ? `${specifier}${name}` : `${specifier}.${name}`;
}
