import type { FileTree } from "../../file-tree.js";
import { folderOf } from "../../paths.js";
import { remember } from "../../remember.js";
import { mixed } from "../../test-reading/origin.js";
import { servesTests } from "../../test-reading/serves-tests.js";
import { isFixture, judgedPython } from "../flow/judged-python.js";
import type { JudgedPython } from "../flow/python-frame.js";
import { type PythonFiles, pythonOrigins } from "../flow/python-origins.js";
import { resolvePython } from "../imports/resolve-python.js";
import type { PythonModule } from "../python-module.js";
import { childOf, type PythonNode } from "../python-node.js";
import { importsTestLibrary } from "./imports-test-library.js";
import type { PythonLibrary } from "./python-assertions.js";
import { definitionsBelow } from "./python-definitions.js";
import { nearModules, type PythonModules, placesOf } from "./python-library.js";

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
  const modules: PythonModules = {
    follow,
    isOwn: (from, specifier) => resolved(from, specifier) !== undefined,
    conftests: ({ path }) => conftests(folderOf(path)).filter((conftest) => conftest.path !== path),
    near: ({ path }) => near(path),
  };
  // Files that the module will have are the subject before they are there.
  const promised = { has: (path: string) => tree.has(path) || isProduct(path) };
  const meant = remember((folder) => remember((specifier) => resolvePython(`${folder}/`, specifier, promised)));
  const moduleAt = (path: string) => (path.endsWith(".py") && tree.has(path) ? module(path) : undefined);
  const open = new Set<string>();
  const files: PythonFiles = {
    resolve: ({ path }, specifier) => meant(folderOf(path))(specifier),
    isProduct,
    moduleAt,
    ofHelper(path, name) {
      const helper = moduleAt(path);
      const key = `${path}:${name}`;
      if (helper === undefined || open.has(key)) return undefined;
      const found = placesOf(name, helper, modules).flatMap((place) =>
        topDefinitions(place.module.root, place.name).map((node) => ({ node, there: place.module })),
      );
      if (found.length === 0) return undefined;
      open.add(key);
      try {
        const origins = found.map(({ node, there }) => judged(there.path).flow.originOf([node]));
        return mixed(origins);
      } finally {
        open.delete(key);
      }
    },
  };
  const fixture = (from: PythonModule, name: string) => {
    for (const place of [from, ...modules.conftests(from)].flatMap((each) => placesOf(name, each, modules))) {
      const found = definitionsBelow(place.module.root).find(
        ({ name: own, decorators }) => isFixture(decorators) && (own === place.name || isNamed(decorators, name)),
      );
      if (found !== undefined) return { module: place.module, node: found.node };
    }
    return undefined;
  };
  const judged: (path: string) => JudgedPython = remember((path) =>
    judgedPython(module(path), {
      origins: pythonOrigins(module(path), files),
      fixture,
      judged: (other) => judged(other.path),
      definitionsOf(from, specifier, imported) {
        const path = files.resolve(from, specifier);
        const target = path === undefined ? undefined : moduleAt(path);
        return target === undefined ? [] : topDefinitions(target.root, imported);
      },
    }),
  );
  return { ...modules, helpers: new Map(), judged: ({ path }) => judged(path) };
}

function isNamed(decorators: readonly PythonNode[], name: string): boolean {
  return decorators.some(({ text }) => new RegExp(`\\bname\\s*=\\s*["']${name}["']`).test(text));
}

/** What a module itself calls by a name: a function, a class or a value. */
function topDefinitions(root: PythonNode, name: string): PythonNode[] {
  return root.children.flatMap((child) => {
    const node = child.type === "decorated_definition" ? (childOf(child, "definition") ?? child) : child;
    if (childOf(node, "name")?.text === name) return [node];
    const [only] = child.type === "expression_statement" ? child.children : [];
    return only?.type === "assignment" && childOf(only, "left")?.text === name ? [childOf(only, "right") ?? only] : [];
  });
}

function foldersUp(folder: string): string[] {
  return folder === "" ? [""] : [folder, ...foldersUp(folderOf(folder))];
}
