import type { FileTree } from "../../file-tree.js";
import { escapePattern, ignoredPaths } from "../../imports/ignored-paths.js";
import { once } from "../../once.js";

/** Bundlers and runners that have aliases of their own. Their settings are code, and are not run here. */
const SETTINGS =
  /(?:^|\/)(?:(?:vite|vitest|webpack|rollup|rspack|rsbuild|jest|babel|metro|next|nuxt|astro|svelte|wxt|craco)(?:\.[\w-]+)*\.(?:[cm]?[jt]s|json)|\.babelrc(?:\.json)?|package\.json)$/;

/** What is known of imports whose files are made by a build, or found by a bundler. */
export type MadeElsewhere = {
  /** Whether a path that is not in the tree is ignored by git: something makes it. */
  isMade(path: string): boolean;
  /** The settings that name the first part of a specifier, as an alias would be. */
  settingsWith(specifier: string): string | undefined;
};

export function pathsMadeElsewhere(tree: Pick<FileTree, "read" | "paths">): MadeElsewhere {
  const ignored = once(() => ignoredPaths(tree.read(".gitignore") ?? ""));
  const settings = once(() =>
    tree
      .paths()
      .filter((path) => SETTINGS.test(path) && !path.includes("node_modules/"))
      .map((path) => ({ path, text: tree.read(path) ?? "" }))
      .filter(({ text }) => /alias|moduleNameMapper|modulePaths|moduleDirectories|module-resolver/.test(text)),
  );
  return {
    isMade: (path) => ignored().some((pattern) => pattern.test(path)),
    settingsWith(specifier) {
      const [first = specifier] = specifier.split("/");
      const named = new RegExp(`["'\`/^(]${escapePattern(first)}(?:["'\`/$)(]|\\\\/)`);
      return settings().find(({ text }) => named.test(text))?.path;
    },
  };
}
