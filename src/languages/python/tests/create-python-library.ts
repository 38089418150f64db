import type { FileTree } from "../../file-tree.js";
import { folderOf } from "../../paths.js";
import { remember } from "../../remember.js";
import { servesTests } from "../../test-reading/serves-tests.js";
import { resolvePython } from "../imports/resolve-python.js";
import type { PythonModule } from "../python-module.js";
import { importsTestLibrary } from "./imports-test-library.js";
import type { PythonLibrary } from "./python-assertions.js";
import { nearModules } from "./python-library.js";

type Files = {
  readonly tree: Pick<FileTree, "has">;
  readonly module: (path: string) => PythonModule;
  readonly isProduct: (path: string) => boolean;
};

/** The modules of one tree, for following tests. Each question is answered once. */
export function createPythonLibrary({ tree, module, isProduct }: Files): PythonLibrary {
  const resolve = remember((folder) => remember((specifier) => resolvePython(`${folder}/`, specifier, tree)));
  const resolved = ({ path }: PythonModule, specifier: string) => resolve(folderOf(path))(specifier);
  const follow = (from: PythonModule, specifier: string) => {
    const path = resolved(from, specifier);
    if (path === undefined || isProduct(path)) return undefined;
    return servesTests(path) || importsTestLibrary(module(path)) ? module(path) : undefined;
  };
  const near = remember((path) => nearModules(module(path), { follow }));
  const conftests = remember((folder) =>
    foldersUp(folder)
      .map((above) => (above === "" ? "conftest.py" : `${above}/conftest.py`))
      .filter((path) => tree.has(path) && !isProduct(path))
      .map(module),
  );
  return {
    helpers: new Map(),
    follow,
    isOwn: (from, specifier) => resolved(from, specifier) !== undefined,
    conftests: ({ path }) => conftests(folderOf(path)).filter((conftest) => conftest.path !== path),
    near: ({ path }) => near(path),
  };
}

function foldersUp(folder: string): string[] {
  return folder === "" ? [""] : [folder, ...foldersUp(folderOf(folder))];
}
