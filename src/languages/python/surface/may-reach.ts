import { folderOf } from "../../paths.js";

/** An import as far as its first lines go, wherever it stands. It may find too much: whoever reads the file by its grammar says. */
const IMPORT =
  /(?:^|[;:])[ \t]*(?:from[ \t]{1,99}([^\n;#]{1,300}?)[ \t]{1,99}import[ \t]*(\([^)]{0,10000}\)|[^\n;]*)|import[ \t]+([^\n;]*))/gm;
/** `from . import x`: the package is not named. */
const OWN_PACKAGE = /^\.+$/;

/**
 * The files that can lead to one of these by their imports, these included. A grammar takes its time, and in a large
 * repository most files have nothing to do with it: they are told by their words alone, and never parsed.
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
    for (const { path } of leads) reached.add(path); // and it is looked at in its turn
    open = open.filter(({ path }) => !reached.has(path));
  }
  return reached;
}

/** What a file is called in an import; a package also by where it stands. */
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
