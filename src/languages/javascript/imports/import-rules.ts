import { isBuiltin } from "node:module";
import type { ImportPlace, ImportRules, ImportTarget } from "../../import-rules.js";
import { folderOf, isRelative, joinPath } from "../../paths.js";
import { compilerPaths } from "./compiler-paths.js";
import { pathsMadeElsewhere } from "./made-elsewhere.js";
import { type ImportableNames, importableNames, packageName } from "./package-manifest.js";
import { resolveRelative } from "./resolve-relative.js";

/** Built-in modules of newer versions of Node than the judge's own. */
const NEWER_BUILT_INS: ReadonlySet<string> = new Set(["node:sqlite", "node:sea", "node:test", "node:test/reporters"]);

/** Resolves relative paths, aliases of the compiler's settings, and packages that a manifest declares. */
export const SCRIPT_IMPORTS: ImportRules = {
  resolve: (from, specifier, tree) => (isRelative(specifier) ? resolveRelative(from, specifier, tree) : undefined),
  targetsOf,
  namesAsked: (_, { names }) => names,
  isImplied: (name, path, offered) => name === "default" && (offered === null || isCommonJs(offered, path)),
  declaredBeside: (path, tree) =>
    [path.replace(/\.([cm]?)jsx?$/, ".d.$1ts"), `${path.replace(/\.[cm]?jsx?$/, "")}.d.ts`].filter(
      (file, index, all) => file !== path && all.indexOf(file) === index && tree.has(file),
    ),
  verb: "export",
  missingFile: (from, specifier, tree) => {
    if (!isRelative(specifier)) return undefined;
    const target = targetsOf(from, { tree, declared: [] })({ line: 1, specifier, names: [], typeOnly: false });
    return target.kind === "nowhere" ? (joinPath(folderOf(from), specifier) ?? specifier) : undefined;
  },
};

function targetsOf(from: string, { tree, declared }: ImportPlace): ReturnType<ImportRules["targetsOf"]> {
  const { packages, subpaths } = importableNames(from, tree);
  const names: ImportableNames = { packages: new Set([...packages, ...declared]), subpaths };
  const resolve = compilerPaths(tree);
  const madeElsewhere = pathsMadeElsewhere(tree);
  return (site): ImportTarget => {
    const specifier = withoutQuery(site.specifier);
    if (isRelative(specifier)) {
      const path = resolveRelative(from, specifier, tree);
      if (path !== undefined) return { kind: "file", path };
      const found = resolve(from, specifier);
      if (found.kind === "file") return found;
      const missing = joinPath(folderOf(from), specifier);
      if (missing !== undefined && madeElsewhere.isMade(missing))
        return unclear(`"${specifier}" is no file of the repository; .gitignore says that something makes it`);
      if (site.optional === true) return unclear(`"${specifier}" is no file, and the code is prepared for that`);
      return nowhere(`"${specifier}" is no file`);
    }
    if (isPackage(specifier, names)) return { kind: "installed" };
    const found = resolve(from, specifier);
    if (found.kind === "file") return found;
    if (found.kind === "dead") return nowhere(`"${specifier}" is an alias of tsconfig.json that leads to no file`);
    if (isSubpath(specifier, names) || isVirtual(specifier)) return { kind: "installed" };
    const settings = madeElsewhere.settingsWith(specifier);
    if (settings !== undefined) return unclear(`"${specifier}" is an alias of ${settings}, which is not read here`);
    if (site.optional === true) return { kind: "installed" };
    return nowhere(`"${specifier}" is neither built in nor a declared dependency`);
  };
}

/** Bundlers take what is behind a question mark: `./icon.svg?raw`. */
function withoutQuery(specifier: string): string {
  return specifier.replace(/\?[^/]*$/, "");
}

/** A module that a bundler's plugin or a platform makes: `virtual:pwa`, `astro:content`, `cloudflare:test`, a URL. */
function isVirtual(specifier: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:)/i.test(specifier) && !/^(?:node|file|npm):/.test(specifier);
}

function unclear(why: string): ImportTarget {
  return { kind: "unclear", why };
}

function nowhere(why: string): ImportTarget {
  return { kind: "nowhere", why };
}

function isPackage(specifier: string, { packages }: ImportableNames): boolean {
  if (isBuiltin(specifier) || NEWER_BUILT_INS.has(specifier) || specifier.startsWith("bun:")) return true;
  if (specifier.startsWith("#")) return false;
  const name = packageName(specifier);
  return packages.has(name) || packages.has(typesOf(name));
}

function isSubpath(specifier: string, { subpaths }: ImportableNames): boolean {
  return (
    specifier.startsWith("#") &&
    subpaths.some((key) => key === specifier || (key.includes("*") && specifier.startsWith(key.split("*")[0] ?? key)))
  );
}

/** `@types/scope__name` declares `@scope/name`. */
function typesOf(name: string): string {
  return `@types/${name.replace(/^@/, "").replace("/", "__")}`;
}

/** The default of a CommonJS file is the whole file. */
function isCommonJs(names: ReadonlySet<string>, path: string): boolean {
  return names.size === 0 || path.endsWith(".cjs") || path.endsWith(".json");
}
