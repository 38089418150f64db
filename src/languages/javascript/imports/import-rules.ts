import { isBuiltin } from "node:module";
import type { ImportPlace, ImportRules, ImportTarget } from "../../import-rules.js";
import { folderOf, isRelative, joinPath } from "../../paths.js";
import { type ImportableNames, importableNames, packageName } from "./package-manifest.js";
import { readPathAliases, resolveAlias } from "./path-aliases.js";
import { resolveRelative } from "./resolve-relative.js";

/** Built-in modules of newer versions of Node than the judge's own. */
const NEWER_BUILT_INS: ReadonlySet<string> = new Set(["node:sqlite", "node:sea", "node:test", "node:test/reporters"]);

/** Resolves relative paths, aliases of the compiler's settings, and packages that a manifest declares. */
export const SCRIPT_IMPORTS: ImportRules = {
  resolve: (from, specifier, tree) => (isRelative(specifier) ? resolveRelative(from, specifier, tree) : undefined),
  targetsOf,
  namesAsked: (_, { names }) => names,
  isImplied: (name, path, offered) => name === "default" && (offered === null || isCommonJs(offered, path)),
  verb: "export",
  missingFile: (from, specifier, tree) => {
    if (!isRelative(specifier) || resolveRelative(from, specifier, tree) !== undefined) return undefined;
    return joinPath(folderOf(from), specifier) ?? specifier;
  },
};

function targetsOf(from: string, { tree, declared }: ImportPlace): ReturnType<ImportRules["targetsOf"]> {
  const { packages, subpaths } = importableNames(from, tree);
  const names: ImportableNames = { packages: new Set([...packages, ...declared]), subpaths };
  const aliases = readPathAliases(tree);
  return ({ specifier }): ImportTarget => {
    if (isRelative(specifier)) {
      const path = resolveRelative(from, specifier, tree);
      return path === undefined ? nowhere(`"${specifier}" is no file`) : { kind: "file", path };
    }
    const alias = resolveAlias(specifier, aliases, tree);
    if (alias.kind === "file") return alias;
    if (alias.kind === "dead") return nowhere(`"${specifier}" is an alias of tsconfig.json that leads to no file`);
    if (isKnownName(specifier, names)) return { kind: "installed" };
    return nowhere(`"${specifier}" is neither built in nor a declared dependency`);
  };
}

function nowhere(why: string): ImportTarget {
  return { kind: "nowhere", why };
}

function isKnownName(specifier: string, { packages, subpaths }: ImportableNames): boolean {
  if (isBuiltin(specifier) || NEWER_BUILT_INS.has(specifier) || specifier.startsWith("bun:")) return true;
  if (specifier.startsWith("#")) {
    return subpaths.some((key) => key === specifier || (key.endsWith("*") && specifier.startsWith(key.slice(0, -1))));
  }
  const name = packageName(specifier);
  return packages.has(name) || packages.has(typesOf(name));
}

/** `@types/scope__name` declares `@scope/name`. */
function typesOf(name: string): string {
  return `@types/${name.replace(/^@/, "").replace("/", "__")}`;
}

/** The default of a CommonJS file is the whole file. */
function isCommonJs(names: ReadonlySet<string>, path: string): boolean {
  return names.size === 0 || path.endsWith(".cjs") || path.endsWith(".json");
}
