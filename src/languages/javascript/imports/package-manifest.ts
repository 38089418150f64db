import { z } from "zod";
import { ts } from "../../compiler.js";
import type { FileTree } from "../../file-tree.js";
import { folderOf } from "../../paths.js";

const Versions = z.record(z.string(), z.unknown()).optional();

/** The parts of a package.json that decide about imports. Loose, because the file belongs to the repository. */
const PackageJson = z.looseObject({
  name: z.string().optional(),
  dependencies: Versions,
  devDependencies: Versions,
  peerDependencies: Versions,
  optionalDependencies: Versions,
  imports: z.record(z.string(), z.unknown()).optional(),
});

/** The importable names in a folder: declared packages, the package itself, its own `#` names. */
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

/** JSON as in configuration files, with comments and trailing commas. */
export function parseLoosely(text: string): unknown {
  return ts.parseConfigFileTextToJson("config.json", text).config;
}

/** `@scope/name/deep` is imported from `@scope/name`. */
export function packageName(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}
