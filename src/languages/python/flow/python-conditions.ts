import { COUNTS, type Strength } from "../../test-reading/strength.js";
import { childOf, descendants, type PythonNode } from "../python-node.js";
import { mayFail } from "./python-failing.js";
import type { PythonFrame } from "./python-frame.js";
import { notRun } from "./python-not-run.js";
import { isStatement, shortPython, somePython } from "./python-parents.js";

const ENVIRONMENT =
  /\bos\.(?:environ|getenv|name|getuid|uname)\b|\bgetenv\(|\benviron\b|\bsys\.(?:platform|version_info|version|argv|flags|gettrace|modules)\b|\bplatform\.|\b__debug__\b|\bshutil\.which\b/;
const NEVER = /^(?:(?:typing\.)?TYPE_CHECKING|__name__ == ["']__main__["'])$/;

type Condition = { readonly test: PythonNode; readonly runsIf: boolean; readonly others: readonly PythonNode[] };

/** The condition under which a node runs, and what runs otherwise. */
export function conditionOf(
  at: PythonNode,
  parent: PythonNode,
  { parents, values }: PythonFrame,
): Condition | undefined {
  if (parent.type === "if_statement" || parent.type === "elif_clause") {
    const whole = parent.type === "if_statement" ? parent : (parents.get(parent) ?? parent);
    const test = childOf(parent, "condition");
    if (test === undefined || at === test) return undefined;
    if (at.field === "consequence") {
      const later = whole.children.slice(whole === parent ? 0 : whole.children.indexOf(parent) + 1);
      return { test, runsIf: true, others: later.filter(({ field }) => field === "alternative") };
    }
    // In an `else` or `elif`: a condition before it that always holds shuts it out.
    const before = [
      parent,
      ...whole.children.slice(0, whole.children.indexOf(at)).filter(({ type }) => type === "elif_clause"),
    ];
    const tests = before.flatMap((each) => childOf(each, "condition") ?? []);
    const always = tests.find((each) => values.truthOf(each) === true);
    if (always !== undefined) return { test: always, runsIf: false, others: [] };
    if (at.type === "elif_clause") return undefined;
    const taken = before.flatMap((each) => childOf(each, "consequence") ?? []);
    return { test, runsIf: false, others: taken };
  }
  if (parent.type === "case_clause" && at.field === "consequence") {
    const whole = parents.get(parents.get(parent) ?? parent);
    const test = whole === undefined ? undefined : childOf(whole, "subject");
    if (whole === undefined || test === undefined) return undefined;
    const others = descendants(whole).filter((each) => each.type === "case_clause" && each !== parent);
    return { test, runsIf: true, others };
  }
  if (parent.type === "conditional_expression") {
    const [then, test, otherwise] = parent.children.filter(({ type }) => type !== "if" && type !== "else");
    if (test === undefined || at === test || then === undefined || otherwise === undefined) return undefined;
    return { test, runsIf: at === then, others: [at === then ? otherwise : then] };
  }
  if (parent.type === "boolean_operator" && at.field === "right" && isStatement(parent, parents)) {
    const [test, operator] = [childOf(parent, "left"), childOf(parent, "operator")];
    return test === undefined ? undefined : { test, runsIf: operator?.text === "and", others: [] };
  }
  return undefined;
}

export function underCondition({ test, runsIf, others }: Condition, frame: PythonFrame): Strength {
  const truth = NEVER.test(test.text) ? false : frame.values.truthOf(test);
  if (truth !== undefined) {
    if (truth === runsIf) return COUNTS;
    return notRun(test, `the condition (${shortPython(test)}) is never met`, "Take the condition away.");
  }
  if (others.some(mayFail)) return COUNTS;
  if (isOfEnvironment(test, frame)) {
    const why = `whether it runs depends on the environment (${shortPython(test)})`;
    return notRun(test, why, "Assert in every environment, or set up the one that the clause is about.");
  }
  // A row of a table says what its test is to do.
  if (asksTable(test, frame)) return COUNTS;
  if (frame.flow.originOf([test]).subject) {
    const why = `it runs only if ${shortPython(test)}, and nothing fails otherwise`;
    return notRun(test, why, "Assert the condition first, or fail in the other case.");
  }
  return { verdict: "unclear", line: test.line, why: `it runs only if ${shortPython(test)}` };
}

/** Only parameters of the test are asked. */
function asksTable(test: PythonNode, { scopes, parents, body }: PythonFrame): boolean {
  const names = descendants(test).flatMap((node) => scopes.nameAt(node) ?? []);
  const owner = parents.get(body);
  return (
    names.length > 0 &&
    names.every(({ home, made }) => home === owner && made.every(({ by }) => by === "parameter")) &&
    !/\(/.test(test.text)
  );
}

function isOfEnvironment(test: PythonNode, { values }: PythonFrame): boolean {
  return somePython(
    test,
    (node) =>
      ENVIRONMENT.test(node.text) || (node.type === "identifier" && ENVIRONMENT.test(values.settled(node).text)),
  );
}
