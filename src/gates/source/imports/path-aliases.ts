import { z } from "zod";
import type { FileTree } from "../../file-tree.js";
import { joinPath, resolveFile } from "../resolve-module.js";
import { parseLoosely } from "./package-manifest.js";

const TsConfig = z.looseObject({
  compilerOptions: z
    .looseObject({ baseUrl: z.string().optional(), paths: z.record(z.string(), z.array(z.string())).optional() })
    .optional(),
});

/** Where an import that is neither relative nor a package leads by the compiler's own settings. */
export type AliasAnswer =
  | { readonly kind: "none" }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "dead" };

/** Resolves `paths` and `baseUrl` of the root's tsconfig.json or jsconfig.json. */
export function resolveAlias(specifier: string, tree: Pick<FileTree, "has" | "read">): AliasAnswer {
  const text = tree.read("tsconfig.json") ?? tree.read("jsconfig.json");
  const config = text === undefined ? undefined : TsConfig.safeParse(parseLoosely(text));
  const options = config?.success === true ? config.data.compilerOptions : undefined;
  const base = options?.baseUrl ?? ".";
  const targets = Object.entries(options?.paths ?? {}).flatMap(([pattern, paths]) =>
    matched(pattern, paths, specifier),
  );
  const candidates = [...targets, ...(options?.baseUrl === undefined ? [] : [specifier])];
  for (const candidate of candidates) {
    const path = joinPath("", `${base}/${candidate}`);
    const file = path === undefined ? undefined : resolveFile(path, tree);
    if (file !== undefined) return { kind: "file", path: file };
  }
  return targets.length > 0 ? { kind: "dead" } : { kind: "none" };
}

/** `@app/*` with `["src/*"]`: what stands for the star. */
function matched(pattern: string, paths: readonly string[], specifier: string): string[] {
  const [before = "", after] = pattern.split("*");
  if (after === undefined) return specifier === pattern ? [...paths] : [];
  if (pattern === "*" || !specifier.startsWith(before) || !specifier.endsWith(after)) return [];
  const star = specifier.slice(before.length, specifier.length - after.length);
  return paths.map((path) => path.replace("*", star));
}
