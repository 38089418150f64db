import type { FileTree } from "../../file-tree.js";
import { escapePattern, ignoredPaths } from "../../imports/ignored-paths.js";
import { folderOf, joinPath } from "../../paths.js";
import { foldersFor, pathOf } from "./resolve-python.js";

type Tree = Pick<FileTree, "has" | "read" | "paths">;

const SETTINGS = /(?:^|\/)(?:pyproject\.toml|setup\.(?:py|cfg)|pytest\.ini|tox\.ini|conftest\.py)$/;
/** `pythonpath = ["."]`, `where = ["src"]`, `package_dir={"": "src"}`, `from = "py"`, `sys.path.insert(0, "src")`. */
const NAMED =
  /\b(?:pythonpath|python_paths|where|package[-_]dir|from|sys\.path\.(?:insert|append))\b[^\n]{0,3}[=(][^\n]{0,200}(?:\n[ \t]+[^\n]{0,200}){0,4}/g;

/** The base folders of absolute imports that settings name, below the folder of the settings. */
export function pythonRoots(tree: Tree): string[] {
  const files = tree.paths();
  const named = files
    .filter((path) => SETTINGS.test(path))
    .flatMap((path) => {
      const texts = (tree.read(path) ?? "").match(NAMED) ?? [];
      const words = texts.flatMap((text) => text.match(/[\w./-]+/g) ?? []);
      return words.flatMap((word) => joinPath(folderOf(path), word) ?? []);
    });
  return [...new Set(named)].filter((folder) => folder !== "" && files.some((file) => file.startsWith(`${folder}/`)));
}

const BUILDS = /(?:^|\/)(?:pyproject\.toml|setup\.(?:py|cfg)|meson\.build|CMakeLists\.txt|Cargo\.toml|BUILD|Makefile)$/;

/** Why it cannot be told whether there is a module: something makes it, or it lies where no settings lead. */
export function whyUnclear(
  from: string,
  specifier: string,
  { tree, roots }: { readonly tree: Tree; readonly roots: readonly string[] },
): string | undefined {
  const path = pathOf(specifier);
  if (path === "") return undefined;
  const files = tree.paths();
  const places = foldersFor(from, specifier, roots).map((folder) => (folder === "" ? path : `${folder}/${path}`));
  const ignored = ignoredPaths(tree.read(".gitignore") ?? "");
  // A folder of the repository must be there: anything could be ignored below a folder that nobody has.
  const isThere = (place: string) =>
    folderOf(place) === "" || files.some((file) => file.startsWith(`${folderOf(place)}/`));
  const isMade = places.some(
    (place) =>
      isThere(place) && ignored.some((pattern) => pattern.test(`${place}.py`) && !pattern.test(folderOf(place))),
  );
  if (isMade) return "is no module of the repository; .gitignore says that something makes it";
  const isCompiled = files.some((file) => places.some((place) => file.startsWith(`${place}.`)));
  if (isCompiled) return "is compiled from another language";
  const last = path.slice(path.lastIndexOf("/") + 1);
  const named = new RegExp(`(?<![\\w-])${escapePattern(last)}(?![\\w-])`);
  const build = specifier.startsWith(".")
    ? files.find((file) => BUILDS.test(file) && named.test(tree.read(file) ?? ""))
    : undefined;
  if (build !== undefined) return `is no module of the repository; ${build} may make it`;
  const elsewhere = files.find((file) => file.endsWith(`/${path}.py`) || file.endsWith(`/${path}/__init__.py`));
  if (elsewhere !== undefined && !specifier.startsWith("."))
    return `is found at ${elsewhere} only, and no settings say that imports begin there`;
  return undefined;
}
