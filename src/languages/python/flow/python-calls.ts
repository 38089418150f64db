import type { Strength } from "../../test-reading/strength.js";
import { childOf, type PythonNode } from "../python-node.js";
import type { PythonFrame } from "./python-frame.js";
import { notRun, REACHABLE } from "./python-not-run.js";
import { isStatement, somePython } from "./python-parents.js";

/** A coroutine that nobody awaits, or a generator that nobody goes through, does nothing. */
export function neverFinished(definition: PythonNode, call: PythonNode, frame: PythonFrame): Strength | undefined {
  if (isAsync(definition) && !isAwaited(call, frame)) return notAwaited(call);
  const body = childOf(definition, "body");
  const yields = body !== undefined && somePython(body, ({ type }) => type === "yield", { intoFunctions: false });
  if (yields && isStatement(call, frame.parents)) {
    return notRun(call, "it stands in a generator that nobody goes through", REACHABLE);
  }
  return undefined;
}

function notAwaited(call: PythonNode): Strength {
  const why = "nobody waits for it: the coroutine is not awaited";
  return { verdict: "void", missing: "run", line: call.line, why, instead: "Await it, or run it by asyncio.run." };
}

export function isAsync({ children }: PythonNode): boolean {
  return children.some(({ type }) => type === "async");
}

/** Awaited, returned, handed on, or kept under a name that is read. */
function isAwaited(call: PythonNode, { parents, scopes }: Pick<PythonFrame, "parents" | "scopes">): boolean {
  let at = call;
  for (let parent = parents.get(at); parent !== undefined; parent = parents.get(at)) {
    if (parent.type === "await" || /^(?:return_statement|yield|for_statement|with_item)$/.test(parent.type))
      return true;
    if (parent.type === "expression_statement") return at.type === "call" && at !== call && !LATER.test(at.text);
    if (parent.type === "assignment") {
      const left = childOf(parent, "left");
      return left?.type !== "identifier" || (scopes.nameAt(left)?.reads.length ?? 0) > 0;
    }
    if (/^(?:assert_statement|comparison_operator|block)$/.test(parent.type)) return false;
    at = parent;
  }
  return false;
}

const LATER = /^(?:asyncio\.)?(?:create_task|ensure_future|gather|wait|wait_for|shield)\(|\.create_task\(/;
const APART = /(?:^|\.)(?:Thread|Timer|Process|register|call_later|call_soon|call_at|start_new_thread|start_soon)$/;

/** A callback: it counts if whoever is given it calls it, and if the test hears of its failure. */
export function callbackStrength(call: PythonNode, frame: PythonFrame): Strength | undefined {
  const callee = childOf(call, "function")?.text ?? "";
  if (APART.test(callee)) {
    const why = `its failure is lost: it runs in ${callee}, apart from the test`;
    const instead = "Hand the result to the test, and assert there.";
    return { verdict: "void", missing: "fail", line: call.line, why, instead };
  }
  const isLazy = /^(?:map|filter)$|\.submit$|\.apply_async$|partial$/.test(callee);
  if (isLazy && isStatement(call, frame.parents)) {
    return notRun(call, `nobody asks ${callee} for what it gives`, REACHABLE);
  }
  return undefined;
}
