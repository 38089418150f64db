import { describe, expect, it } from "vitest";
import type { GateRequest } from "../../../src/domain/gates/gate-request.js";
import { moduleStatePath } from "../../../src/domain/gates/state-paths.js";
import type { HaltKind } from "../../../src/features/halts/escalation/causes.js";
import { checkCompleteness } from "../../../src/features/halts/escalation/completeness.js";
import { Escalation } from "../../../src/features/halts/escalation/escalation.js";
import { escalationPath } from "../../../src/features/modules/artifacts/artifact-paths.js";
import { markerIn } from "../../../src/render/marker.js";
import type { BeforeRequest, InterceptedRequest } from "../../../src/sandbox/forge/http/interceptors.js";
import { type Finding, type Findings, quickGates, type Tamper } from "../../support/quick-gates.js";
import {
  askQuickly,
  consent,
  hasEnded,
  type ScriptedProduct,
  startScriptedProduct,
  stateFile,
  untilState,
} from "../../support/scripted-product.js";
import { aShippedContract, shippedFiles } from "../../support/shipped-files.js";
import {
  AMENDMENT,
  type Answers,
  APPROVAL,
  amended,
  ERROR_TEST,
  failing,
  implemented,
  passing,
  planOf,
  quickTask,
  REJECTION,
  revised,
  sourceOf,
  sourceText,
  specification,
  specified,
  type ToyTask,
  taskAnswers,
  toy,
  write,
} from "../../support/toy-modules.js";
import { until } from "../../support/until.js";

/** Some ways go through every attempt and revision there is. */

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
  /** What is in the repository before anything begins. */
  readonly files?: Readonly<Record<string, string>>;
  /** The last hand on every gate report. */
  readonly tamper?: Tamper;
  /** What a person does while this is asked. */
  readonly during?: { readonly question: string; readonly act: (product: ScriptedProduct) => Promise<unknown> };
  /** What the card must say, beside what every card says. */
  readonly says?: RegExp;
  /** And what it must not say: the error of an earlier answer, for one. */
  readonly saysNot?: RegExp;
  /** Another task than the usual one, of one module. */
  readonly task?: ToyTask;
  /** Where the pull request has ended, there is no head to put a check run on. */
  readonly closed?: true;
};

const of = (role: string, activity: string, attempt = 1) => `${role}/${TASK.id}/${ALPHA.id}.${activity}.${attempt}`;
const thrice = (answer: unknown) => Array.from({ length: 3 }, () => ({ answer: answer as never }));
const planWith = (fields: object) => ({
  ...planOf(TASK),
  modules: planOf(TASK).modules.map((module) => ({ ...module, ...fields })),
});
/** No plan at all by the schema, which the provider does not enforce. */
const FORMLESS = planWith({ io_contract: { ...planOf(TASK).modules[0]?.io_contract, inputs: [] } });
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

/** As few rounds as lead through every kind of round: what more of them cost is shown by unit tests of the budget. */
const FEW_RETRIES = "retries: {gate_attempts: 2, revisions: 1}";
const ONE_REVISION = "retries: {gate_attempts: 1, revisions: 1}";

/** Attempts of the implementation and of its revisions, more than that budget allows. */
const PERSEVERANCE: Answers = Object.fromEntries([
  ...[1, 2, 3].map((attempt) => [of("proposer", "implement", attempt), implemented(ALPHA)]),
  ...[1, 2, 3, 4].map((attempt) => [of("proposer", "revise", attempt), revised(ALPHA, `try ${attempt}`)]),
]);

/** Tests cannot tell: JavaScript takes anything. The compiler reads what the comment says. */
const misdescribed = (remark: string) =>
  write(sourceOf(ALPHA), `// ${remark}\n${sourceText(ALPHA)}`.replace("/** ", "/** @param {number} text "));
const implementedOtherwise: Answers[string] = [{ calls: [misdescribed("first")] }, ...implemented(ALPHA).slice(1)];
const revisedOtherwise: Answers[string] = [{ calls: [misdescribed("again")] }, ...revised(ALPHA, "").slice(1)];

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

/** The same module in the same words, shipped by an earlier product. */
const SHIPPED_ALPHA = aShippedContract({
  module_id: "MM-0007",
  slug: "alpha",
  name: "The alpha wrapper",
  title: "The alpha wrapper",
  purpose: "Puts the name alpha around a text.",
  tags: ["text"],
  inputs: [{ name: "text", type: "string", constraints: [] }],
  outputs: [{ name: "wrapped", type: "string", invariants: ["the text with alpha around it"] }],
  error_surfaces: [{ name: "TypeError", when: "text is not a string", surface: "exception" }],
  effects: "none: pure",
});

const LONG_RULES = `---
category: sop
applies_to: "**/*.js"
severity: warning
---
${"Every name says what the thing is for, and never how it is made. ".repeat(500)}
`;

/** Whatever the challenger and the arbiter are asked, they are content. */
const APPROVED_AGAIN: Answers = {
  [of("proposer", "revise")]: revised(ALPHA, "again"),
  [of("challenger", "challenge", 2)]: [{ answer: passing(ALPHA) }],
  [of("arbiter", "adjudicate", 2)]: [{ answer: APPROVAL }],
};

const WAYS: readonly Way[] = [
  {
    cause: "plan-invalid",
    how: "the planner names a module that does not exist, three times",
    answers: {
      [`planner/${TASK.id}/plan.1`]: thrice(planWith({ depends_on: ["nobody"] })),
    },
  },
  {
    cause: "plan-invalid",
    how: "the plan builds what the index holds already, and never explains it",
    files: shippedFiles(SHIPPED_ALPHA),
    answers: { [`planner/${TASK.id}/plan.1`]: thrice(planOf(TASK)) },
    says: /MM-0007@1\.0\.0 is nearly the same/,
  },
  {
    cause: "plan-invalid",
    how: "the planner leaves a dimension empty, three times",
    answers: { [`planner/${TASK.id}/plan.1`]: thrice(FORMLESS) },
    says: /modules\[0\]\.io_?contract\.inputs/,
    saysNot: /is no module of this plan/,
  },
  {
    cause: "plan-invalid",
    how: "the planner breaks a rule first, and then the form, twice",
    answers: {
      [`planner/${TASK.id}/plan.1`]: [
        { answer: planWith({ depends_on: ["nobody"] }) as never },
        ...thrice(FORMLESS).slice(1),
      ],
    },
    says: /modules\[0\]\.io_?contract\.inputs/,
    saysNot: /is no module of this plan/,
  },
  {
    cause: "sops-do-not-fit",
    how: "the house rules that apply are longer than the place that is kept for them",
    files: { ".factory/sops/names.md": LONG_RULES },
    answers: { [`planner/${TASK.id}/plan.1`]: thrice(planOf(TASK)) },
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
    cause: "answer-invalid",
    how: "the challenger is mild once, and then says nothing that can be read",
    answers: { [of("challenger", "challenge")]: [{ answer: MILD }, ...thrice({ verdict: "PERHAPS" }).slice(1)] },
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
    says: /The locked plan MP-[0-9a-f]{8} .*plan\.yml.*\n\n- MM-0001@1\.0\.0 The alpha wrapper: Puts the name alpha/,
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
      [of("arbiter", "adjudicate")]: [{ answer: REJECTION }],
    },
    settings: ONE_REVISION,
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
    settings: FEW_RETRIES,
    find: (request) => only(request, "EXECUTION", { code: "TASK_TEST_PASSES", message: "1 of 2 tests failed" }),
  },
  {
    cause: "gates-failing",
    how: "the whole branch does not build, whatever is done about it",
    answers: {
      ...PERSEVERANCE,
      [of("challenger", "challenge", 2)]: [{ answer: passing(ALPHA) }],
      [of("arbiter", "adjudicate", 2)]: [{ answer: APPROVAL }],
    },
    settings: ONE_REVISION,
    find: (request) => only(request, "INTEGRITY", { code: "PRODUCTION_BUILD_PASS", message: "the build failed" }),
  },
  {
    cause: "fingerprint-mismatch",
    how: "the code takes something else than its contract says, through every revision",
    answers: {
      [of("proposer", "implement")]: implementedOtherwise,
      [of("proposer", "revise")]: revisedOtherwise,
      [of("challenger", "challenge", 2)]: [{ answer: passing(ALPHA) }],
      [of("arbiter", "adjudicate", 2)]: [{ answer: APPROVAL }],
    },
    settings: ONE_REVISION,
  },
  {
    cause: "tests-failing",
    how: "the green run's own log holds a failure, through every revision",
    answers: APPROVED_AGAIN,
    settings: ONE_REVISION,
    tamper: (report) =>
      report.run_type === "EXECUTION" && report.tests.length > 0
        ? { ...report, tests: report.tests.map((test) => ({ ...test, status: "failed" })) }
        : report,
    says: new RegExp(ERROR_TEST),
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
        details: {
          newFailures: ["test/product.test.js > works"],
          tests: [{ name: "test/product.test.js > works", now: "failing" }],
        },
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
    cause: "merge-tree-mismatch",
    how: "somebody commits to the base in the moment of the merge",
    closed: true,
    find: ({ run_type, part }, { gitHub, forge }) => {
      if (run_type !== "INTEGRITY" || part !== "judge") return [];
      const beforeRequest = async ({ method, path }: InterceptedRequest): Promise<BeforeRequest> => {
        if (method === "PUT" && path.endsWith("/merge")) {
          remove();
          const late = file("main", "late.md", "nobody has judged this\n");
          await gitHub.rest.repos.createOrUpdateFileContents({ ...forge.repo, ...late });
        }
        return { kind: "pass" };
      };
      const remove = forge.intercept({ beforeRequest });
      return [];
    },
  },
  {
    cause: "module-digest-mismatch",
    how: "somebody changes the agreed contract after its review",
    says: /the interface in the contract: judged [0-9a-f]{64}, found [0-9a-f]{64}/,
    during: { question: of("arbiter", "adjudicate"), act: changeAgreedContract },
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

/** By hand, on the state branch: what was agreed is no longer what was judged. */
async function changeAgreedContract({ gitHub, forge }: ScriptedProduct): Promise<void> {
  const at = { ...forge.repo, path: moduleStatePath(TASK.id, ALPHA.id, "contract.yml") };
  const { data } = await gitHub.rest.repos.getContent({ ...at, ref: "factory/state" });
  if (Array.isArray(data) || data.type !== "file") throw new TypeError(`${at.path} is not a file`);
  const text = Buffer.from(data.content, "base64").toString();
  const changed = text.replace("type: string", "type: number");
  if (changed === text) throw new TypeError("the contract says nothing of a string");
  const content = Buffer.from(changed).toString("base64");
  const commit = { branch: "factory/state", message: "Edit the contract", content, sha: data.sha };
  await gitHub.rest.repos.createOrUpdateFileContents({ ...at, ...commit });
}

function unapplied() {
  const [, answer] = amended(ALPHA, { applied: false });
  if (answer === undefined || !("answer" in answer)) throw new TypeError("the last turn is the answer");
  return answer.answer;
}

/** Brings one task to its halt and looks at everything that a person sees of it. */
async function haltOf({
  answers = {},
  find,
  tamper,
  files,
  settings,
  during,
  task = TASK,
}: Omit<Way, "cause" | "how">) {
  const started: { product?: ScriptedProduct } = {};
  const product = await startScriptedProduct({
    answers: { ...taskAnswers(task), ...answers },
    performRun: quickGates((request) => {
      if (started.product === undefined) throw new TypeError("no gate run before the product has started");
      return find?.(request, started.product) ?? [];
    }, tamper),
    ...(files === undefined ? {} : { files }),
    meanwhile: async (question) => {
      if (question === during?.question && started.product !== undefined) await during.act(started.product);
    },
  });
  started.product = product;
  try {
    await consent(product, settings);
    const { issue } = await askQuickly(product, task);
    const state = await untilState(product, "an end", (now) => hasEnded(now) && now.project !== null);
    const halted = state.project?.tasks[TASK.id];
    if (halted?.status !== "HALTED" || halted.escalation_ref === null || halted.pull_request === null)
      throw new Error(`the task has not halted: it is ${halted?.status}`);
    const verdicts = (state.work[TASK.id]?.modules ?? []).flatMap(({ trail }) => [
      ...trail.challenges.map(({ challenge_id }) => challenge_id),
      ...trail.adjudications.map(({ adjudication_id }) => adjudication_id),
    ]);
    const places = { issue, pull: halted.pull_request, escalation: halted.escalation_ref, verdicts };
    return { ...(await lookAt(product, places)), verdicts };
  } finally {
    await product.stop();
  }
}

type Places = {
  readonly issue: number;
  readonly pull: number;
  readonly escalation: string;
  readonly verdicts: readonly string[];
};

async function lookAt(product: ScriptedProduct, { issue, pull, escalation: ref, verdicts }: Places) {
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
  // Each of these is a request of its own, and the last may come a moment after the first.
  const marked = await until("the label and whoever is asked", async () => {
    const { data } = await gitHub.rest.issues.get({ ...forge.repo, issue_number: pull });
    const labels = data.labels.map((label) => (typeof label === "string" ? label : (label.name ?? "")));
    const assignees = data.assignees ?? [];
    return labels.includes("factory:halted") && assignees.length > 0 ? { labels, assignees } : undefined;
  });
  const reviews = await until("a review for each verdict", async () => {
    const { data } = await gitHub.rest.pulls.listReviews({ ...forge.repo, pull_number: pull, per_page: 100 });
    return data.length >= verdicts.length ? data : undefined;
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
    reviews: reviews.map(({ body }) => markerIn(body)),
    asked: product.seen.map(({ question }) => question),
    comments: await person.comments(pull),
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
  it.each(WAYS)("halts as $cause when $how, and says so everywhere alike", async (way) => {
    const seen = await haltOf(way);
    expect(seen.escalation.cause.kind).toBe(way.cause);
    expect(checkCompleteness(seen.escalation)).toEqual([]);
    expect(seen.escalation.failed_invariants.length).toBeGreaterThan(0);
    expect(seen.cards).toHaveLength(1);
    expect(plain(seen.card)).toContain(plain(seen.decision));
    expect(seen.card).toContain(`@${seen.requester}`);
    for (const { invariant } of seen.escalation.failed_invariants) expect(plain(seen.card)).toContain(plain(invariant));
    expect(plain(seen.status)).toContain(plain(seen.decision));
    expect(seen.assignees).toEqual([seen.requester]);
    // Every verdict on record, the one that halted it, too, is a review, and each of them once.
    expect(seen.reviews.toSorted()).toEqual(seen.verdicts.toSorted());
    if (way.says !== undefined) expect(plain(seen.card)).toMatch(way.says);
    if (way.saysNot !== undefined) expect(plain(seen.card)).not.toMatch(way.saysNot);
    if (way.closed !== true) expect(seen.conclusions).toContain("action_required");
  });

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
  });

  it("names every module that failed, each with its own reason: an answer is about all of them", async () => {
    const gamma = toy("gamma", 2);
    const refusing = (words: string) => [{ refuse: words }];
    const { escalation, card } = await haltOf({
      task: quickTask([ALPHA, gamma]),
      answers: {
        [of("proposer", "implement")]: refusing("I cannot write the first."),
        [`proposer/${TASK.id}/${gamma.id}.implement.1`]: refusing("I cannot write the second."),
      },
    });
    expect(checkCompleteness(escalation)).toEqual([]);
    expect(escalation.module_causes?.map(({ module }) => module)).toEqual(["MM-0001@1.0.0", "MM-0002@1.0.0"]);
    for (const words of ["I cannot write the first.", "I cannot write the second."])
      expect(plain(card)).toContain(words);
    expect(plain(card)).toContain("What you decide is also about MM-0002@1.0.0, which failed, too.");
  });

  it("halts at once when the module's author finds that the plan cannot be built, and no attempt is lost", async () => {
    const gamma = toy("gamma", 2);
    const report = (...files: string[]) => ({
      calls: [{ name: "report_plan_fault", input: { files, why: "The package's entry must name this module." } }],
    });
    const { escalation, card, asked } = await haltOf({
      task: quickTask([ALPHA, gamma]),
      answers: {
        [of("proposer", "specify")]: [report(sourceOf(ALPHA)), report("package.json"), ...specified(ALPHA)],
      },
    });
    expect(checkCompleteness(escalation)).toEqual([]);
    expect(escalation.cause).toMatchObject({ kind: "plan-cannot-be-built", files: ["package.json"] });
    expect(card).toContain("**Recommended:** `/factory revise-plan");
    expect(plain(card)).toContain("It needs package.json. The package's entry must name this module.");
    expect(new Set(asked.filter((question) => question.startsWith("proposer/")))).toEqual(
      new Set([of("proposer", "specify")]),
    );
  });

  it("shows a person what the author says against a gate, in a comment and on the card; the gate stays red", async () => {
    const contest = (validator: string) => ({
      name: "contest_gate",
      input: { validator, finding: "1 of 2 tests failed", why: "The failing test is of another module." },
    });
    const { escalation, card, comments } = await haltOf({
      settings: FEW_RETRIES,
      answers: {
        ...PERSEVERANCE,
        [of("proposer", "implement", 2)]: [
          { calls: [contest("STRICT_COMPILATION"), contest("TASK_TEST_PASSES")] },
          ...implemented(ALPHA),
        ],
      },
      find: (request) => only(request, "EXECUTION", { code: "TASK_TEST_PASSES", message: "1 of 2 tests failed" }),
    });
    expect(escalation.cause).toMatchObject({
      kind: "gates-failing",
      contested: [{ validator: "TASK_TEST_PASSES", why: "The failing test is of another module." }],
    });
    expect(plain(card)).toContain("The Proposer says that it is wrong to find");
    const notes = comments.filter((body) => markerIn(body)?.startsWith("contested:"));
    expect(notes).toHaveLength(1);
    expect(plain(notes[0] ?? "")).toMatch(/TASKTESTPASSES found:\s+1 of 2 tests failed[\s\S]+of another module\./);
  });

  it("halts at once over a failure of the plan: nothing else of it is built", async () => {
    const gamma = toy("gamma", 2);
    const { escalation, asked } = await haltOf({
      task: quickTask([ALPHA, gamma]),
      answers: {
        [of("challenger", "challenge")]: [
          { answer: failing(ALPHA, { invariant: "one module does one thing and no more", scope: "PLAN" }) },
        ],
      },
    });
    expect(escalation.cause.kind).toBe("plan-level-failure");
    expect(asked.filter((question) => question.includes(gamma.id))).toEqual([]);
  });
});
