/**
 * The roles' answers when a toy module needs a change of another one's contract: the interface change, its debate and
 * the new version.
 */
import type { ScriptedTurn } from "../../src/sandbox/scripted-model/script.js";
import {
  type Answers,
  APPROVAL,
  criterionOf,
  ERROR_CRITERION,
  ERROR_TEST,
  implemented,
  passing,
  planOf,
  proposal,
  sourceOf,
  specification,
  type Toy,
  type ToyTask,
  testFileOf,
  testOf,
  testText,
  write,
} from "./toy-modules.js";

const BLANK_TEST = "refuses a blank text";

/** Inputs and errors of a wrapper that refuses a blank text. Callers that passed one break. */
const BREAKING_DELTA = {
  modified_inputs: [{ name: "text", type: "string", constraints: ["is a string", "is not blank"] }],
  modified_error_surfaces: [{ name: "TypeError", when: "text is not a string or is blank", surface: "exception" }],
};

/** The same delta plus an output that nobody asked for. The debate removes it. */
const GREEDY_DELTA = { ...BREAKING_DELTA, added_outputs: [{ name: "length", type: "number", invariants: [] }] };

export function raise(target: Toy, change: Readonly<Record<string, unknown>> = {}): ScriptedTurn {
  return {
    calls: [
      {
        name: "raise_interface_change_exception",
        input: {
          type: "CANNOT_SUPPORT",
          target_module: `${target.id}@1.0.0`,
          reason: `${target.key} wraps a blank text, and what is built on it must not.`,
          evidence: [`The contract of ${target.key} has no error for a blank text.`],
          proposed_delta: GREEDY_DELTA,
          compatibility: "BACKWARD_COMPATIBLE",
          urgency: "BLOCKING",
          ...change,
        } as never,
      },
    ],
  };
}

const QUESTIONS = ["WELL_FORMED", "JUSTIFIED", "COMPATIBLE"];
const finding = (question: string, holds: boolean) => ({
  question,
  holds,
  evidence: holds
    ? "`inputs.text` has one more constraint, and `TypeError` reports its breach."
    : "`outputs.length` is added, and no evidence asks for it.",
  required_change: holds ? "" : "Leave `outputs.length` out.",
});

export const CONTRACT_PASS = { verdict: "PASS", findings: QUESTIONS.map((question) => finding(question, true)) };
export const CONTRACT_FAIL = {
  verdict: "FAIL",
  findings: QUESTIONS.map((question) => finding(question, question !== "JUSTIFIED")),
};
export const CONTRACT_APPROVAL = { decision: "APPROVE", rationale: "`inputs.text` changes as the evidence needs it." };
export const REDRAFT = { proposed_delta: BREAKING_DELTA, claim: "`outputs.length` is left out: nothing needed it." };

/** A turn of the debate, by the task that asked: `challenger/<task>/MM-0001.challenge-contract.1`. */
export const contractTurn = (role: string, task: ToyTask, target: Toy, activity: string, question: number) =>
  `${role}/${task.id}/${target.id}.${activity}-contract.${question}`;

const GUARD = 'if (typeof text !== "string") throw new TypeError("text must be a string");';
const STRICTER = 'if (typeof text !== "string" || text.trim() === "") throw new TypeError("text must be a text");';

/** The tests of the next version: the old ones and the new one. */
function stricterTests(module: Toy): string {
  return `${testText(module).replace("// @clause CL-ERROR-001", "// @clause CL-ERROR-001")}
// @clause CL-INPUT-002
// @clause CL-ERROR-001
test("${BLANK_TEST}", () => {
  assert.throws(() => ${module.key}(" "), TypeError);
});
`;
}

export function stricterSource(text: string): string {
  if (!text.includes(GUARD)) throw new Error("the guard of a toy module is spelled otherwise");
  return text.replace(GUARD, STRICTER);
}

/** Builds the agreed version in the files of the previous version. */
export function versionAnswers(task: string, module: Toy, source: string): Answers {
  const { contract, examples } = specification(module);
  const [inputs, error_surfaces] = [BREAKING_DELTA.modified_inputs, BREAKING_DELTA.modified_error_surfaces];
  const criteria = [
    { criterion: 'Accepts, as agreed, the changed input "text".', tests: [BLANK_TEST] },
    { criterion: 'Raises, as agreed, the changed error "TypeError".', tests: [BLANK_TEST, ERROR_TEST] },
    { criterion: `Keeps everything else of ${module.id}@1.0.0 as it was.`, tests: [testOf(module)] },
  ];
  return {
    [`proposer/${task}/${module.id}.specify.1`]: [
      { calls: [write(testFileOf(module), stricterTests(module))] },
      { answer: { contract: { ...contract, inputs, error_surfaces }, examples } },
    ],
    [`proposer/${task}/${module.id}.implement.1`]: [
      { calls: [write(sourceOf(module), stricterSource(source))] },
      { answer: { ...proposal(module), criteria } },
    ],
    [`challenger/${task}/${module.id}.challenge.1`]: [{ answer: passing(module) }],
    [`arbiter/${task}/${module.id}.adjudicate.1`]: [{ answer: APPROVAL }],
  };
}

/** Verifies a module with the new version of its dependency. Only its declaration changes. */
export function reverifyAnswers(task: string, module: Toy, target: string): Answers {
  const criteria = [
    { criterion: `Returns what it returned before, with ${target} below it.`, tests: [testOf(module)] },
    { criterion: `Raises what it raised before, with ${target} below it.`, tests: [ERROR_TEST] },
  ];
  const [id = "", version = ""] = target.split("@");
  return {
    [`proposer/${task}/${module.id}.specify.1`]: [
      { calls: [write(testFileOf(module), testText(module))] },
      { answer: onTopOf(specification(module), id, version) },
    ],
    [`proposer/${task}/${module.id}.implement.1`]: [{ answer: { ...proposal(module), criteria } }],
    [`challenger/${task}/${module.id}.challenge.1`]: [{ answer: passing(module) }],
    [`arbiter/${task}/${module.id}.adjudicate.1`]: [{ answer: APPROVAL }],
  };
}

/** The task that waited is planned again with the new version. */
export function secondAttempt(task: ToyTask, module: Toy, target: string, candidates: readonly string[]): Answers {
  const [id = "", version = ""] = target.split("@");
  const plan = planOf({ ...task, toys: [module] });
  const why_rejected = "It puts another name around the text.";
  const modules = plan.modules.map((planned) => ({
    ...planned,
    depends_on: [target],
    reuse_candidate_refs: [...candidates],
    reuse_report: {
      ...planned.reuse_report,
      candidates_considered: candidates.map((module_ref) => ({ module_ref, why_rejected })),
    },
  }));
  const criteria = [
    { criterion: criterionOf(module), tests: [testOf(module)] },
    { criterion: ERROR_CRITERION, tests: [ERROR_TEST] },
  ];
  return {
    [`planner/${task.id}/plan.2`]: [{ answer: { ...plan, modules } as never }],
    [`proposer/${task.id}/${module.id}.specify.1`]: [
      { calls: [write(testFileOf(module), testText(module))] },
      { answer: onTopOf(specification(module), id, version) },
    ],
    [`proposer/${task.id}/${module.id}.implement.1`]: [
      ...implemented(module).slice(0, 1),
      { answer: { ...proposal(module), criteria } },
    ],
    [`challenger/${task.id}/${module.id}.challenge.1`]: [{ answer: passing(module) }],
    [`arbiter/${task.id}/${module.id}.adjudicate.1`]: [{ answer: APPROVAL }],
  };
}

function onTopOf({ contract, examples }: ReturnType<typeof specification>, id: string, version: string) {
  const dependencies = contract.dependencies.map((dependency) =>
    dependency.ref.startsWith(`${id}@`) ? { ...dependency, ref: `${id}@^${version}` } : dependency,
  );
  return { contract: { ...contract, dependencies }, examples };
}
