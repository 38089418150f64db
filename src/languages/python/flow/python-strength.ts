import type { Origin } from "../../test-reading/origin.js";
import type { Strength } from "../../test-reading/strength.js";
import { subjectStrength } from "../../test-reading/subject-strength.js";
import { childOf, type PythonNode } from "../python-node.js";
import { failsAlways } from "./python-failing.js";
import type { PythonFrame } from "./python-frame.js";
import { pythonArguments } from "./python-parents.js";

/** What an assertion compares. A message beside it is no part of that. */
export function operandsIn(node: PythonNode, frame: Pick<PythonFrame, "parents">): readonly PythonNode[] {
  if (failsAlways(node)) return decidersOf(node, frame);
  if (node.type === "assert_statement") return node.children.slice(1, 2);
  return [node];
}

/** `if x != 1: pytest.fail()`: what is compared stands in the condition, or in the `try` whose error must not come. */
export function decidersOf(node: PythonNode, { parents }: Pick<PythonFrame, "parents">): readonly PythonNode[] {
  for (
    let at: PythonNode | undefined = parents.get(node), below = node;
    at !== undefined;
    below = at, at = parents.get(at)
  ) {
    if (/^(?:if_statement|elif_clause|while_statement)$/.test(at.type)) return [childOf(at, "condition") ?? at];
    if (at.type === "try_statement") return [childOf(at, "body") ?? at];
    if (at.type === "match_statement") return [childOf(at, "subject") ?? at];
    if (at.type === "with_statement") return [at];
    if (at.type === "function_definition" || at.type === "lambda") return [below];
  }
  return [node];
}

/** In an `except`: that it is not reached shows that nothing was raised. */
export function showsSilence(node: PythonNode, { parents }: Pick<PythonFrame, "parents">): boolean {
  if (!failsAlways(node)) return false;
  for (let at = parents.get(node); at !== undefined; at = parents.get(at)) {
    if (at.type === "except_clause") return true;
    if (/^(?:if_statement|function_definition)$/.test(at.type)) return false;
  }
  return false;
}

/** The last of the three: whether what is compared comes from the subject. */
export function onPythonSubject(
  strength: Strength,
  origin: Origin,
  { line }: PythonNode,
  frame: Pick<PythonFrame, "flow" | "hooks" | "hasSubject"> & { readonly around: PythonNode },
): Strength {
  if (!frame.hasSubject() && (origin.world || origin.package)) return strength;
  return subjectStrength(strength, origin, {
    line,
    isSubjectAround: () => frame.flow.originOf([frame.around, ...frame.hooks]).subject,
  });
}

/** The block under `with raises(...)`, or the function that `raises(X, f)` is given. */
export function raisedFrom(node: PythonNode, guarded: PythonNode | undefined): readonly PythonNode[] {
  return guarded === undefined ? pythonArguments(node).slice(1) : [guarded];
}
