import type { AssertionNature } from "../../source-file.js";
import type { PythonModule } from "../python-module.js";
import { childOf, type PythonNode } from "../python-node.js";
import { type PythonModules, specifiersOf } from "./python-library.js";
import { isEmptyUnittest } from "./python-tautology.js";
import { ASSERTIVE, MOCKS, natureOfOperands, RAISES, startsFluently, UNITTEST } from "./python-words.js";

/** A call with its function: `self.client.get`, and the last name of that. */
export type PythonCall = { readonly node: PythonNode; readonly callee: string; readonly method: string };

type Written = { readonly type: string; readonly nature: AssertionNature };

/** A call of unittest, pytest or mock, or a step of a fluent assertion. */
export function frameworkCall(
  { node, callee, method }: PythonCall,
  module: PythonModule,
  straight: boolean,
): Written | undefined {
  const isMember = callee.includes(".");
  const type = callee.startsWith("self.") ? "unittest" : callee.startsWith("pytest.") ? "pytest" : "assert";
  if (RAISES.test(method) && (isMember || method === "raises")) return { type, nature: "failure" };
  if (isMember && MOCKS.test(method)) return { type: "assert", nature: "mock" };
  if (isMember && /^assert_match(?:_dir)?$/.test(method) && /snapshot/.test(callee)) {
    return { type: "assert", nature: "snapshot" };
  }
  if (callee === "self.fail" || callee === "pytest.fail") return { type, nature: "value" };
  if (callee === `self.${method}` && UNITTEST.has(method)) {
    const isEmpty = straight && isEmptyUnittest(node, method);
    return { type, nature: isEmpty ? "tautology" : natureOfOperands(childOf(node, "arguments")?.text ?? "") };
  }
  return isFirstStep(node, module) ? { type: "assert", nature: "value" } : undefined;
}

/** `assert_that(x).is_equal_to(2)`: the first step of a chain. */
function isFirstStep(node: PythonNode, { imports }: PythonModule): boolean {
  let owner = childOf(node, "function");
  while (owner?.type === "attribute") owner = childOf(owner, "object");
  if (owner?.type !== "call") return false;
  const binding = imports.get(childOf(owner, "function")?.text ?? "");
  return binding !== undefined && startsFluently(binding);
}

/** A helper of a package, by its name. A helper of the repository is analysed instead. */
export function selfDescribed(
  { callee, method }: PythonCall,
  module: PythonModule,
  modules: Pick<PythonModules, "isOwn">,
): Written | undefined {
  const [root = callee] = callee.split(".", 1);
  const binding = module.imports.get(root);
  if (binding !== undefined && specifiersOf(binding).some((specifier) => modules.isOwn(module, specifier))) {
    return undefined;
  }
  const isTaken = binding !== undefined && !callee.includes(".");
  if (isTaken && startsFluently(binding)) return undefined;
  const name = isTaken ? binding.imported : method;
  if (RAISES.test(name) && binding !== undefined) return { type: "assert", nature: "failure" };
  if (!ASSERTIVE.test(name)) return undefined;
  return { type: callee.startsWith("self.") ? "unittest" : "assert", nature: RAISES.test(name) ? "failure" : "value" };
}
