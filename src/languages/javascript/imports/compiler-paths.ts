import { ts } from "../../compiler.js";
import type { FileTree } from "../../file-tree.js";
import { folderOf, isRelative, joinPath } from "../../paths.js";
import { remember } from "../../remember.js";

type Tree = Pick<FileTree, "has" | "read">;

/** What the compiler's settings and a package's own `#` names make of an import. */
export type PathAnswer =
  | { readonly kind: "none" }
  | { readonly kind: "file"; readonly path: string }
  /** It matches an alias that leads to no file. */
  | { readonly kind: "dead" };

/** The names under which projects keep settings for some of their files; `references` name others. */
const SETTINGS = ["", ".test", ".spec", ".vitest", ".app", ".node", ".base"].map((part) => `tsconfig${part}.json`);

/**
 * Resolves imports as the compiler does: by `paths`, `baseUrl`, `exports`, `imports`, conditions and declaration files,
 * under the settings of every folder above the importing file. Installed packages are not in the tree.
 */
export function compilerPaths(tree: Tree): (from: string, specifier: string) => PathAnswer {
  const host = hostOf(tree);
  const optionsIn = remember((folder) => settingsAbove(folder, tree).map((path) => optionsOf(path, host)));
  const resolved = (from: string, specifier: string, options: ts.CompilerOptions): string | undefined => {
    const file = ts.resolveModuleName(specifier, `/${from}`, options, host).resolvedModule?.resolvedFileName;
    const path = file?.replace(/^\//, "");
    return path !== undefined && tree.has(path) ? path : undefined;
  };
  return (from, specifier) => {
    const own = optionsIn(folderOf(from));
    for (const options of [...own, LENIENT]) {
      const path = resolved(from, specifier, options) ?? resolved(from, specifier, { ...options, ...LENIENT });
      if (path === undefined || /(?:^|\/)node_modules\//.test(path)) continue;
      return { kind: "file", path };
    }
    const isAlias = own.some(({ paths = {} }) => Object.keys(paths).some((pattern) => matches(pattern, specifier)));
    return isAlias && !isRelative(specifier) ? { kind: "dead" } : { kind: "none" };
  };
}

/** A runner may find more than the compiler's settings say: extensions may be left out. */
const LENIENT: ts.CompilerOptions = {
  // `Bundler` and `ESNext`, by number: the compiler is not loaded for this.
  moduleResolution: 100,
  module: 99,
  allowJs: true,
  resolveJsonModule: true,
  allowArbitraryExtensions: true,
};

function hostOf(tree: Tree) {
  const inTree = (path: string) => path.replace(/^\//, "");
  return {
    useCaseSensitiveFileNames: true,
    fileExists: (path: string) => tree.has(inTree(path)),
    readFile: (path: string) => tree.read(inTree(path)),
    readDirectory: () => [],
    getCurrentDirectory: () => "/",
  };
}

/** The settings of a file's folder first, then those above it, each with what they refer to. */
function settingsAbove(folder: string, tree: Tree): string[] {
  const here = [...SETTINGS, "jsconfig.json"]
    .map((name) => (folder === "" ? name : `${folder}/${name}`))
    .filter((path) => tree.has(path));
  const all = here.flatMap((path) => [path, ...referencesOf(path, tree)]);
  const above = folder === "" ? [] : settingsAbove(folderOf(folder), tree);
  return [...new Set([...all, ...above])];
}

function referencesOf(path: string, tree: Tree): string[] {
  const config: unknown = ts.parseConfigFileTextToJson(path, tree.read(path) ?? "").config;
  const references: unknown = (config as { references?: unknown } | undefined)?.references;
  if (!Array.isArray(references)) return [];
  return references.flatMap((reference: unknown) => {
    const to: unknown = (reference as { path?: unknown } | null)?.path;
    const named = typeof to === "string" ? joinPath(folderOf(path), to) : undefined;
    if (named === undefined) return [];
    return [named, `${named}/tsconfig.json`].filter((file) => file.endsWith(".json") && tree.has(file));
  });
}

function optionsOf(path: string, host: ReturnType<typeof hostOf>): ts.CompilerOptions {
  const { config } = ts.readConfigFile(`/${path}`, host.readFile);
  const folder = folderOf(`/${path}`);
  const { options } = ts.parseJsonConfigFileContent(
    config ?? {},
    host,
    folder === "" ? "/" : folder,
    undefined,
    `/${path}`,
  );
  return { ...options, allowJs: true, resolveJsonModule: true };
}

/** `@app/*` and `@app/tag`; a pattern that is nothing but a star is no alias. */
function matches(pattern: string, specifier: string): boolean {
  const [before = "", after] = pattern.split("*");
  if (after === undefined) return specifier === pattern;
  return pattern !== "*" && specifier.startsWith(before) && specifier.endsWith(after);
}
