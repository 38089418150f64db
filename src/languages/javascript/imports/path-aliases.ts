import { z } from "zod";
import type { FileTree } from "../../file-tree.js";
import { folderOf, isRelative, joinPath } from "../../paths.js";
import { parseLoosely } from "./package-manifest.js";
import { resolveFile } from "./resolve-relative.js";

const TsConfig = z.looseObject({
  extends: z.union([z.string(), z.array(z.string())]).optional(),
  compilerOptions: z
    .looseObject({ baseUrl: z.string().optional(), paths: z.record(z.string(), z.array(z.string())).optional() })
    .optional(),
});

type Tree = Pick<FileTree, "has" | "read">;

/** The settings that redirect imports, each with the folder of its file. */
type Settings = {
  readonly baseUrl?: string | undefined;
  readonly paths?: { readonly folder: string; readonly targets: Readonly<Record<string, readonly string[]>> };
};

/** Imports by alias: patterns, and a base folder for names. */
export type PathAliases = {
  readonly baseUrl: string | undefined;
  readonly patterns: readonly { readonly pattern: string; readonly targets: readonly string[] }[];
};

/** Resolves an import that is neither relative nor a package by the compiler's settings. */
export type AliasAnswer =
  | { readonly kind: "none" }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "dead" };

/** Reads `paths` and `baseUrl` of the root's tsconfig.json or jsconfig.json and of the files that it extends. */
export function readPathAliases(tree: Tree): PathAliases {
  const path = ["tsconfig.json", "jsconfig.json"].find((name) => tree.read(name) !== undefined);
  const { baseUrl, paths } = path === undefined ? {} : settingsOf(path, tree, new Set());
  const folder = baseUrl ?? paths?.folder ?? "";
  const patterns = Object.entries(paths?.targets ?? {}).map(([pattern, targets]) => ({
    pattern,
    targets: targets.flatMap((target) => placed(folder, target) ?? []),
  }));
  return { baseUrl, patterns };
}

/** A file's own settings override those that it extends. Of several extended files the last one wins. */
function settingsOf(path: string, tree: Tree, seen: ReadonlySet<string>): Settings {
  const text = seen.has(path) ? undefined : tree.read(path);
  const config = text === undefined ? undefined : TsConfig.safeParse(parseLoosely(text));
  if (config?.success !== true) return {};
  const folder = folderOf(path);
  const { extends: above = [], compilerOptions: { baseUrl, paths } = {} } = config.data;
  const extended = (typeof above === "string" ? [above] : above)
    .flatMap((specifier) => extendedFile(folder, specifier, tree) ?? [])
    .map((file) => settingsOf(file, tree, new Set([...seen, path])));
  const inherited: Settings = Object.assign({}, ...extended);
  return {
    ...inherited,
    ...(baseUrl === undefined ? {} : { baseUrl: placed(folder, baseUrl) }),
    ...(paths === undefined ? {} : { paths: { folder, targets: paths } }),
  };
}

/** Settings of a package are not in the repository and have no aliases into it. */
function extendedFile(folder: string, specifier: string, tree: Tree): string | undefined {
  const path = isRelative(specifier) ? joinPath(folder, specifier) : undefined;
  return path === undefined ? undefined : [path, `${path}.json`].find((file) => tree.has(file));
}

const CONFIG_FOLDER = "${configDir}";

/** A path relative to the folder of its settings. The root's settings are always the ones in use. */
function placed(folder: string, path: string): string | undefined {
  return path.startsWith(CONFIG_FOLDER) ? joinPath("", path.slice(CONFIG_FOLDER.length)) : joinPath(folder, path);
}

export function resolveAlias(specifier: string, { baseUrl, patterns }: PathAliases, tree: Tree): AliasAnswer {
  const targets = patterns.flatMap(({ pattern, targets: paths }) => matched(pattern, paths, specifier));
  const named = baseUrl === undefined ? undefined : joinPath(baseUrl, specifier);
  for (const path of [...targets, ...(named === undefined ? [] : [named])]) {
    const file = resolveFile(path, tree);
    if (file !== undefined) return { kind: "file", path: file };
  }
  return targets.length > 0 ? { kind: "dead" } : { kind: "none" };
}

/** `@app/*` with `["src/*"]`: the text that replaces the star. */
function matched(pattern: string, paths: readonly string[], specifier: string): string[] {
  const [before = "", after] = pattern.split("*");
  if (after === undefined) return specifier === pattern ? [...paths] : [];
  if (pattern === "*" || !specifier.startsWith(before) || !specifier.endsWith(after)) return [];
  const star = specifier.slice(before.length, specifier.length - after.length);
  return paths.map((path) => path.replace("*", () => star));
}
