import { z } from "zod";
import type { FileTree } from "../../file-tree.js";
import { once } from "../../once.js";
import { folderOf, isRelative, joinPath } from "../../paths.js";
import { remember } from "../../remember.js";
import type { ExportSurface } from "../../source-file.js";
import { servesTests } from "../../test-reading/serves-tests.js";
import { judgedScript } from "../flow/judged-script.js";
import { type ModuleFiles, moduleOrigins } from "../flow/module-origins.js";
import { compilerPaths } from "../imports/compiler-paths.js";
import { parseLoosely } from "../imports/package-manifest.js";
import { resolveFile } from "../imports/resolve-relative.js";
import type { Script } from "../script.js";
import { isScript } from "../script-languages.js";
import type { ScriptLibrary } from "./collect-assertions.js";
import { scriptsBehind } from "./script-files.js";
import { usesTestLibrary } from "./uses-test-library.js";

const Named = z.looseObject({ name: z.string().optional() });

type Files = {
  readonly tree: Pick<FileTree, "has" | "read">;
  readonly script: (path: string) => Script;
  readonly exportsOf: (path: string) => ExportSurface;
  readonly isProduct: (path: string) => boolean;
};

/** The scripts of one tree, for following tests. Each question is answered once. */
export function createScriptLibrary({ tree, script, exportsOf, isProduct }: Files): ScriptLibrary {
  const paths = compilerPaths(tree);
  const relative = remember((path) => resolveFile(path, tree));
  const aliases = remember((path) => remember((specifier) => paths(path, specifier)));
  const resolve = ({ path }: Script, specifier: string) => {
    if (isRelative(specifier)) {
      const asked = joinPath(folderOf(path), specifier);
      const found = asked === undefined ? undefined : relative(asked);
      if (found !== undefined) return found;
    }
    const alias = aliases(path)(specifier);
    return alias.kind === "file" ? alias.path : undefined;
  };
  const files = {
    follow(from: Script, specifier: string) {
      const path = resolve(from, specifier);
      if (path === undefined || isProduct(path)) return undefined;
      if (!isScript(path)) return undefined;
      return servesTests(path) || usesTestLibrary(script(path)) ? script(path) : undefined;
    },
    isOwn: ({ path }: Script, specifier: string) => isRelative(specifier) || aliases(path)(specifier).kind !== "none",
    exportsOf: ({ path }: Script) => exportsOf(path),
  };
  const behind = remember((path) => scriptsBehind(script(path), files));
  const packageName = once(() => {
    const text = tree.read("package.json");
    const parsed = text === undefined ? undefined : Named.safeParse(parseLoosely(text));
    return parsed?.data?.name;
  });
  const modules: ModuleFiles = {
    resolve,
    isOwn: files.isOwn,
    isProduct,
    scriptAt: (path) => (isScript(path) && tree.has(path) ? script(path) : undefined),
    importsOf: (from) => {
      const { stars, passedOn } = exportsOf(from.path);
      const taken = [...from.imports.values()].map(({ specifier }) => specifier);
      return [...taken, ...stars, ...passedOn.map(({ specifier }) => specifier)];
    },
    packageName,
  };
  const judged = remember((path) => judgedScript(script(path), moduleOrigins(script(path), modules)));
  return { ...files, behind: ({ path }) => behind(path), helpers: new Map(), judged: ({ path }) => judged(path) };
}
