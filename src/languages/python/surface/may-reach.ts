import { folderOf } from "../../paths.js";

/** The first lines of an import, anywhere in the text. It may find too much; the parsed file decides. */
const IMPORT =
  /(?:^|[;:])[ \t]*(?:from[ \t]{1,99}([^\n;#]{1,300}?)[ \t]{1,99}import[ \t]*(\([^)]{0,10000}\)|[^\n;]*)|import[ \t]+([^\n;]*))/gm;
/** `from . import x`: the package is not named. */
const OWN_PACKAGE = /^\.+$/;

/**
 * The files whose imports can lead to one of these, these included. The grammar is slow, and in a large repository most
 * files are unrelated. A text search excludes them without parsing.
 */
export function mayReach(targets: ReadonlySet<string>, sources: ReadonlyMap<string, string>): ReadonlySet<string> {
  const reached = new Set(targets);
  let open = [...sources]
    .filter(([path]) => !reached.has(path))
    .map(([path, text]) => ({ path, text, ...importsOf(text) }));
  for (const target of reached) {
    const { name, folder } = moduleAt(target);
    const leads = open.filter(({ path, text, words, ownPackage }) => {
      if (words.has(name) || (words.size > 0 && text.includes(`.${name}`))) return true;
      return ownPackage && folder !== undefined && path.startsWith(folder);
    });
    for (const { path } of leads) reached.add(path); // it is visited later in the loop
    open = open.filter(({ path }) => !reached.has(path));
  }
  return reached;
}

/** The names of a file in imports; a package also by its place. */
function moduleAt(path: string): { readonly name: string; readonly folder: string | undefined } {
  const folder = folderOf(path);
  const file = path.slice(folder === "" ? 0 : folder.length + 1).replace(/\.py$/i, "");
  if (file !== "__init__") return { name: file, folder: undefined };
  return { name: folder.slice(folder.lastIndexOf("/") + 1), folder: folder === "" ? "" : `${folder}/` };
}

function importsOf(text: string): { readonly words: ReadonlySet<string>; readonly ownPackage: boolean } {
  const found = [...text.replace(/\\\r?\n/g, " ").matchAll(IMPORT)];
  const words = found.flatMap((match) => match.slice(1).flatMap((part = "") => part.match(/[\p{L}\p{N}_]+/gu) ?? []));
  return { words: new Set(words), ownPackage: found.some(([, from = ""]) => OWN_PACKAGE.test(from.trim())) };
}
