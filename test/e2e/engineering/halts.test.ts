import { describe, expect, it } from "vitest";
import type { HaltKind } from "../../../src/domain/escalation/causes.js";
import { checkCompleteness } from "../../../src/domain/escalation/completeness.js";
import { Escalation } from "../../../src/domain/escalation/escalation.js";
import type { GateRequest } from "../../../src/domain/gates/gate-request.js";
import { escalationPath } from "../../../src/domain/work/artifact-paths.js";
import { markerIn } from "../../../src/render/marker.js";
import { until } from "../../../src/sandbox/demo/person.js";
import { type Finding, type Findings, quickGates } from "../../support/quick-gates.js";
import {
  askQuickly,
  consent,
  hasEnded,
  type ScriptedProduct,
  startScriptedProduct,
  stateFile,
  untilState,
} from "../../support/scripted-product.js";
import {
  AMENDMENT,
  type Answers,
  amended,
  failing,
  implemented,
  passing,
  planOf,
  quickTask,
  REJECTION,
  revised,
  specification,
  type ToyTask,
  taskAnswers,
  toy,
} from "../../support/toy-modules.js";

const ALPHA = toy("alpha", 1);
const TASK = quickTask([ALPHA]);
const BRANCH = `factory/${TASK.id}`;

/** One way to come to a halt, and what is different from a task that goes well. */
type Way = {
  readonly cause: HaltKind;
  readonly how: string;
  readonly answers?: Answers;
  readonly find?: (request: GateRequest, product: ScriptedProduct) => Promise<Findings> | Findings;
  readonly settings?: string;
  /** Another task than the usual one, of one module. */
  readonly task?: ToyTask;
  /** Where a person ended the pull request, there is no head to put a check run on. */
  readonly closed?: true;
};

const of = (role: string, move: string, attempt = 1) => `${role}/${TASK.id}/${ALPHA.id}.${move}.${attempt}`;
const thrice = (answer: unknown) => Array.from({ length: 3 }, () => ({ answer: answer as never }));
const planWith = (fields: object) => ({
  ...planOf(TASK),
  modules: planOf(TASK).modules.map((module) => ({ ...module, ...fields })),
});
const MANY_FILES = [
  ...(planOf(TASK).modules[0]?.files ?? []),
  ...Array.from({ length: 12 }, (_, index) => ({
    path: `src/part-${index}.js`,
    action: "CREATE",
    reason: "one part of many",
  })),
];
const objection = (words: string) => [{ answer: failing(ALPHA, { invariant: words }) }];
const MILD = {
  ...passing(ALPHA),
  rubric_assessments: passing(ALPHA).rubric_assessments.map((row) => ({ ...row, evidence: "looks good" })),
};
const only = (request: GateRequest, run: GateRequest["run_type"], ...findings: Finding[]): Finding[] =>
  request.run_type === run ? findings : [];

/** Attempts of the implementation and of its revisions, more than the budget allows. */
const PERSEVERANCE: Answers = Object.fromEntries([
  ...[1, 2, 3, 4].map((attempt) => [of("proposer", "implement", attempt), implemented(ALPHA)]),
  ...[1, 2, 3, 4, 5, 6, 7].map((attempt) => [of("proposer", "revise", attempt), revised(ALPHA, `try ${attempt}`)]),
]);

/** What a person does once, while the first gate run of the task is under way: nothing else moves then. */
const meanwhile = (act: (product: ScriptedProduct) => Promise<unknown>): Required<Pick<Way, "find">> => {
  const done = { is: false };
  return {
    find: async ({ run_type }, product) => {
      if (run_type === "CONTRACT" && !done.is) {
        done.is = true;
        await act(product);
      }
      return [];
    },
  };
};

const file = (branch: string, path: string, text: string) => ({
  branch,
  path,
  message: `Write ${path}`,
  content: Buffer.from(text).toString("base64"),
});

const WAYS: readonly Way[] = [
  {
    cause: "plan-invalid",
    how: "the planner names a module that does not exist, three times",
    answers: {
      [`planner/${TASK.id}/plan.1`]: thrice(planWith({ depends_on: ["nobody"] })),
    },
  },
  {
    cause: "task-too-large",
    how: "the planner puts more files into a module than may be, three times",
    answers: { [`planner/${TASK.id}/plan.1`]: thrice(planWith({ files: MANY_FILES })) },
  },
  {
    cause: "dependency-not-allowed",
    how: "the plan wants a package that nobody has agreed to",
    answers: {
      [`planner/${TASK.id}/plan.1`]: [
        {
          answer: {
            ...planOf(TASK),
            dependencies: [{ name: "left-pad", range: "^1.3.0", why: "pads the text on its left side" }],
          },
        },
      ],
    },
  },
  {
    cause: "answer-invalid",
    how: "the proposer hands in a specification without tests, three times",
    answers: { [of("proposer", "specify")]: thrice(specification(ALPHA)) },
  },
  {
    cause: "call-failed",
    how: "the model refuses to write the code",
    answers: { [of("proposer", "implement")]: [{ refuse: "I cannot help with that." }] },
  },
  {
    cause: "mild-review-violation",
    how: "the challenger finds everything good, three times",
    answers: { [of("challenger", "challenge")]: thrice(MILD) },
  },
  {
    cause: "write-attempt",
    how: "the challenger tries to write, twice",
    answers: {
      [of("challenger", "challenge")]: [
        { calls: [{ name: "write", input: { path: "src/alpha.js", text: "" } }] },
        { answer: passing(ALPHA) },
      ],
    },
  },
  {
    cause: "repeated-objection",
    how: "a revision does not answer the challenger",
    answers: {
      [of("challenger", "challenge")]: objection("an empty text is decided by a clause"),
      [of("proposer", "revise")]: revised(ALPHA, "as before"),
      [of("challenger", "challenge", 2)]: objection("an empty text is decided by a clause"),
    },
  },
  {
    cause: "plan-level-failure",
    how: "the challenger shows that the plan itself is wrong",
    answers: {
      [of("challenger", "challenge")]: [
        { answer: failing(ALPHA, { invariant: "one module does one thing and no more", scope: "PLAN" }) },
      ],
    },
  },
  {
    cause: "debate-rejected",
    how: "the arbiter rejects the last revision",
    answers: {
      [of("challenger", "challenge")]: objection("an empty text is decided by a clause"),
      [of("proposer", "revise")]: revised(ALPHA, "first"),
      [of("challenger", "challenge", 2)]: objection("a text of several lines keeps its line breaks"),
      [of("proposer", "revise", 2)]: revised(ALPHA, "second"),
      [of("challenger", "challenge", 3)]: objection("letters outside of ASCII stay as they were"),
      [of("arbiter", "adjudicate")]: [{ answer: REJECTION }],
    },
  },
  {
    cause: "amendment-not-applied",
    how: "the proposer leaves an amendment out",
    answers: {
      [of("arbiter", "adjudicate")]: [{ answer: AMENDMENT }],
      [of("proposer", "amend")]: [...amended(ALPHA, { applied: false }), ...thrice(unapplied()).slice(1)],
    },
  },
  {
    cause: "gates-failing",
    how: "the tests stay red through every attempt and revision",
    answers: PERSEVERANCE,
    find: (request) => only(request, "EXECUTION", { code: "TASK_TEST_PASSES", message: "1 of 2 tests failed" }),
  },
  {
    cause: "gates-failing",
    how: "the whole branch does not build",
    find: (request) => only(request, "INTEGRITY", { code: "PRODUCTION_BUILD_PASS", message: "the build failed" }),
  },
  {
    cause: "gate-run-failed",
    how: "no gate run brings a report",
    find: (request) => (request.run_type === "BASELINE" ? [] : "broken"),
  },
  {
    cause: "test-regression",
    how: "a test of the baseline fails on the merged tree",
    find: (request) =>
      only(request, "INTEGRITY", {
        code: "FULL_REGRESSION_PASS",
        message: "1 test of the baseline fails",
        details: { tests: [{ name: "test/product.test.js > works", now: "failing" }] },
      }),
  },
  {
    cause: "merge-conflict",
    how: "the base gets another file of the same name",
    find: async (request, { gitHub, forge }) => {
      if (request.run_type === "EXECUTION" && request.part === "judge")
        await gitHub.rest.repos.createOrUpdateFileContents({
          ...forge.repo,
          ...file("main", "src/alpha.js", "// ours\n"),
        });
      const details = { conflict: "head and base change the same lines of src/alpha.js", files: ["src/alpha.js"] };
      const code = ["FULL_REGRESSION_PASS", "PRODUCTION_BUILD_PASS"] as const;
      const message = "Not judged: head and base change the same lines of src/alpha.js";
      return only(request, "INTEGRITY", ...code.map((name) => ({ code: name, message, details })));
    },
  },
  {
    cause: "branch-taken-over",
    how: "somebody pushes to the task's branch",
    ...meanwhile(({ gitHub, forge }) =>
      gitHub.rest.repos.createOrUpdateFileContents({ ...forge.repo, ...file(BRANCH, "notes.md", "mine\n") }),
    ),
  },
  {
    cause: "branch-taken-over",
    how: "somebody closes the task's pull request",
    closed: true,
    ...meanwhile(async ({ gitHub, forge, person }) => {
      const pull = await person.pullOf(BRANCH);
      await gitHub.rest.pulls.update({ ...forge.repo, pull_number: pull?.number ?? 0, state: "closed" });
    }),
  },
  {
    cause: "task-budget-exhausted",
    how: "the task has used up its calls",
    settings: "budgets:\n  max_calls_per_task: 3",
  },
];

function unapplied() {
  const [, answer] = amended(ALPHA, { applied: false });
  if (answer === undefined || !("answer" in answer)) throw new TypeError("the last turn is the answer");
  return answer.answer;
}

/** Brings one task to its halt and looks at everything that a person sees of it. */
async function haltOf({ answers = {}, find, settings, task = TASK }: Omit<Way, "cause" | "how">) {
  const started: { product?: ScriptedProduct } = {};
  const product = await startScriptedProduct({
    answers: { ...taskAnswers(task), ...answers },
    performRun: quickGates((request) => {
      if (started.product === undefined) throw new TypeError("no gate run before the product has started");
      return find?.(request, started.product) ?? [];
    }),
  });
  started.product = product;
  try {
    await consent(product, settings);
    const { issue } = await askQuickly(product, task);
    const state = await untilState(product, "an end", (now) => hasEnded(now) && now.project !== null);
    const halted = state.project?.tasks[TASK.id];
    if (halted?.status !== "HALTED" || halted.escalation_ref === null || halted.pull_request === null)
      throw new Error(`the task has not halted: it is ${halted?.status}`);
    return await lookAt(product, { issue, pull: halted.pull_request, escalation: halted.escalation_ref });
  } finally {
    await product.stop();
  }
}

type Places = { readonly issue: number; readonly pull: number; readonly escalation: string };

async function lookAt(product: ScriptedProduct, { issue, pull, escalation: ref }: Places) {
  const { gitHub, forge, person } = product;
  const escalation = await stateFile(product, escalationPath(ref), Escalation);
  const commentsWith = async (number: number, key: string) =>
    (await person.comments(number)).filter((body) => markerIn(body) === key);
  const { minimal_decision_required: decision } = escalation;
  const [card] = await until("the card", async () => {
    const cards = await commentsWith(pull, `card:${ref}`);
    return cards.length > 0 ? cards : undefined;
  });
  const status = await until("the status comment", async () =>
    (await commentsWith(issue, "status")).find((body) => body.includes("your decision about")),
  );
  const marked = await until("the label", async () => {
    const { data } = await gitHub.rest.issues.get({ ...forge.repo, issue_number: pull });
    const labels = data.labels.map((label) => (typeof label === "string" ? label : (label.name ?? "")));
    return labels.includes("factory:halted") ? { labels, assignees: data.assignees ?? [] } : undefined;
  });
  await forge.idle();
  const { data: head } = await gitHub.rest.pulls.get({ ...forge.repo, pull_number: pull });
  const { data: checks } = await gitHub.rest.checks.listForRef({ ...forge.repo, ref: head.head.sha });
  return {
    escalation,
    decision,
    card: card ?? "",
    cards: await commentsWith(pull, `card:${ref}`),
    status,
    assignees: marked.assignees.map(({ login }) => login),
    requester: person.login,
    conclusions: checks.check_runs.filter(({ name }) => name === "factory / gates").map(({ conclusion }) => conclusion),
  };
}

/** As it reads: without escapes, code marks and the joiners that keep a name from being a mention. */
const plain = (text: string) =>
  text
    .replaceAll(/[\\`*_\u2060]/g, "")
    .replaceAll("&gt;", ">")
    .replaceAll("&lt;", "<");

describe("a task that cannot go on", () => {
  it.each(WAYS)(
    "halts as $cause when $how, and says so everywhere alike",
    async (way) => {
      const seen = await haltOf(way);
      expect(seen.escalation.cause.kind).toBe(way.cause);
      expect(checkCompleteness(seen.escalation)).toEqual([]);
      expect(seen.escalation.failed_invariants.length).toBeGreaterThan(0);
      expect(seen.cards).toHaveLength(1);
      expect(plain(seen.card)).toContain(plain(seen.decision));
      expect(seen.card).toContain(`@${seen.requester}`);
      for (const { invariant } of seen.escalation.failed_invariants)
        expect(plain(seen.card)).toContain(plain(invariant));
      expect(plain(seen.status)).toContain(plain(seen.decision));
      expect(seen.assignees).toEqual([seen.requester]);
      if (way.closed !== true) expect(seen.conclusions).toContain("action_required");
    },
    240_000,
  );

  it("attempts what does not need the module that failed, and says what became of each", async () => {
    const beta = toy("beta", 2, [ALPHA]);
    const gamma = toy("gamma", 3);
    const { escalation, card } = await haltOf({
      task: quickTask([ALPHA, beta, gamma]),
      answers: { [of("proposer", "implement")]: [{ refuse: "I cannot help with that." }] },
    });
    expect(escalation.cause).toMatchObject({ kind: "call-failed", role: "proposer", outcome: "refused" });
    expect(escalation.module_outcomes).toEqual({
      failed: ["MM-0001@1.0.0"],
      abandoned: ["MM-0002@1.0.0"],
      shipped: ["MM-0003@1.0.0"],
    });
    for (const { id } of [ALPHA, beta, gamma]) expect(card).toContain(id);
  }, 240_000);
});
