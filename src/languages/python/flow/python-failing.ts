import { childOf, dottedName, type PythonNode } from "../python-node.js";
import { barePython } from "./python-parents.js";

const FAILS = /^(?:(?:pytest|self|cls|unittest)\.fail|fail|pytest\.exit|sys\.exit|os\._exit|exit)$/;

/** `pytest.fail()`, `self.fail()`, `assert False`, `raise AssertionError`. */
export function failsAlways(node: PythonNode): boolean {
  if (node.type === "raise_statement") return true;
  if (node.type === "assert_statement") {
    const condition = node.children[1];
    return condition !== undefined && /^(?:False|0|None|not True)$/.test(barePython(condition).text);
  }
  if (node.type !== "call") return false;
  const callee = dottedName(childOf(node, "function")) ?? "";
  if (FAILS.test(callee)) return true;
  return /^self\.assert(?:True\(\s*False\b|False\(\s*True\b)/.test(node.text);
}

/** Says nothing to the runner: a call that prints or logs. */
export function onlyTells(node: PythonNode): boolean {
  return (
    node.type === "call" &&
    /^(?:print|log\w*|pprint|repr|str|traceback\.\w+|warnings\.warn|sys\.std\w+\.\w+)(?:$|\.)/.test(
      childOf(node, "function")?.text ?? "",
    )
  );
}

const STARTS = /^(?:assert|raise)_statement$/;

/** Whether a branch does something that the runner could hear of. */
export function mayFail(node: PythonNode): boolean {
  if (STARTS.test(node.type)) return true;
  if (node.type === "call" && !onlyTells(node)) return true;
  return node.children.some(mayFail);
}
