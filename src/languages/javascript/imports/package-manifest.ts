import { z } from "zod";
import { ts } from "../../compiler.js";
import type { FileTree } from "../../file-tree.js";
import { folderOf } from "../../paths.js";

const Versions = z.record(z.string(), z.unknown()).optional();

/** The parts of a package.json that say what may be imported. Loose: the file is the repository's, not ours. */
const PackageJson = z.looseObject({
  name: z.string().optional(),
  dependencies: Versions,
  devDependencies: Versions,
  peerDependencies: Versions,
  optionalDependencies: Versions,
  imports: z.record(z.string(), z.unknown()).optional(),
});

/** What may be imported by name from a folder: declared packages, the package itself, its own `#` names. */
export type ImportableNames = { readonly packages: ReadonlySet<string>; readonly subpaths: readonly string[] };

/** Reads every package.json from a file's folder up to the root. */
export function importableNames(from: string, tree: Pick<FileTree, "read">): ImportableNames {
  const manifests = foldersAbove(from).flatMap((folder) => {
    const text = tree.read(folder === "" ? "package.json" : `${folder}/package.json`);
    const parsed = text === undefined ? undefined : PackageJson.safeParse(parseLoosely(text));
    return parsed?.success === true ? [parsed.data] : [];
  });
  const packages = manifests.flatMap((manifest) => [
    ...(manifest.name === undefined ? [] : [manifest.name]),
    ...Object.keys({
      ...manifest.dependencies,
      ...manifest.devDependencies,
      ...manifest.peerDependencies,
      ...manifest.optionalDependencies,
    }),
  ]);
  return { packages: new Set(packages), subpaths: manifests.flatMap(({ imports }) => Object.keys(imports ?? {})) };
}

function foldersAbove(path: string): string[] {
  const folder = folderOf(path);
  return folder === "" ? [""] : [folder, ...foldersAbove(folder)];
}

/** JSON as configuration files have it: comments and trailing commas are let through. */
export function parseLoosely(text: string): unknown {
  return ts.parseConfigFileTextToJson("config.json", text).config;
}

/** `@scope/name/deep` is imported from `@scope/name`. */
export function packageName(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}
