import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Contribution } from "../../../src/domain/artifacts/contribution.js";
import { Contract } from "../../../src/domain/contract/contract.js";
import { AmendmentDecision } from "../../../src/domain/enforcement/contract-amendment.js";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import { Escalation } from "../../../src/features/halts/escalation/escalation.js";
import { amendmentDecisionPath, escalationPath } from "../../../src/features/modules/artifacts/artifact-paths.js";
import { markerIn } from "../../../src/render/marker.js";
import { afterTheSecond } from "../../../src/sandbox/demo/person.js";
import { readYaml } from "../../../src/yaml/yaml.js";
import { type Canary, forbiddenQuestions, unmatchedPatterns } from "../../support/canaries.js";
import {
  approveProduct,
  fileOf,
  type ScriptedProduct,
  SPEC_TEXT,
  startScriptedProduct,
  stateFile,
  untilState,
} from "../../support/scripted-product.js";
import {
  type Answers,
  implemented,
  smoothAnswers,
  sourceOf,
  sourceText,
  specification,
  specified,
  type Toy,
  testFileOf,
  testText,
  toy,
  toyTask,
  write,
} from "../../support/toy-modules.js";
import { until } from "../../support/until.js";

const ALPHA = toy("alpha", 1);
const BETA = toy("beta", 2, [ALPHA]);
const FIRST = toyTask(1, [ALPHA]);
const SECOND = toyTask(2, [BETA]);

/** No JavaScript writes its types down, so no code can satisfy this. */
const TYPED = "(text: string) => string";
const UNTYPED = "(text)";
const signature = ({ key }: Toy, requested: string) => ({
  type: "assert",
  condition: `the signature of ${key}`,
  message: `${key} must have its signature`,
  check: { type: "signature_match", target: key, signature: requested },
});
const semantic = (module: Toy, type: "assert" | "suggest", criterion: string) => ({
  type,
  condition: criterion,
  message: `Judged: ${criterion}`,
  check: { type: "semantic", target: sourceOf(module), criterion },
});
const STATELESS = "keeps no state between two calls";
const EXPLAINED = "explains every branch in a comment";

function specifying(module: Toy, requested: string) {
  const { contract, examples } = specification(module);
  const judged = module === ALPHA ? [semantic(ALPHA, "assert", STATELESS), semantic(ALPHA, "suggest", EXPLAINED)] : [];
  return { contract: { ...contract, assertions: [signature(module, requested), ...judged] }, examples };
}

const proposing = (old_value: string) => ({
  amendment: {
    reason: "The signature has types, and the module is JavaScript, which has none to write down.",
    proposed_changes: [{ path: "assertions[0].check.signature", old_value, new_value: UNTYPED }],
    additional_types: [],
  },
  why: "Every attempt had the right parameter. Accept, and the types stay in inputs and outputs alone.",
});
const verdict = (holds: boolean, why: string) => ({
  answer: { holds, why, evidence: "src/alpha.js: export function alpha(text) {" },
});

/** What stands in each place; the other roles are looked at in whole-product.test.ts. */
const CANARIES = {
  source: {
    word: "cormorant-5d1f",
    mayBeIn: [/^proposer\/.*-001\/MM-0001\.implement/, /^judge\/.*-001\/MM-0001\./],
  },
  // Whoever implements or reviews a module reads its tests word for word.
  tests: { word: "heron-88ab", mayBeIn: [/^(?:proposer|challenger|arbiter)\/.*-001\/MM-0001\./] },
  workflow: { word: "bittern-03c7", mayBeIn: [] },
  environment: { word: "dunlin-a44e", mayBeIn: [] },
  request: { word: "plover-61d0", mayBeIn: [/^product\//] },
  nobodys: { word: "wigeon-9e2b", mayBeIn: [] },
} as const satisfies Record<string, Canary>;

const FILES = {
  ".github/notes.md": `${CANARIES.workflow.word}\n`,
  ".env": `KEY=${CANARIES.environment.word}\n`,
  "SPEC.md": `${SPEC_TEXT}\n${CANARIES.request.word}\n`,
  "lib/legacy.js": `// ${CANARIES.nobodys.word}\n`,
};

const TESTED = { calls: [write(testFileOf(ALPHA), `// ${CANARIES.tests.word}\n${testText(ALPHA)}`)] };
const CODED = [
  { calls: [write(sourceOf(ALPHA), `// ${CANARIES.source.word}\n${sourceText(ALPHA)}`)] },
  ...implemented(ALPHA).slice(1),
];

const of = (role: string, task: string, module: Toy, activity: string, attempt: number) =>
  `${role}/${task}/${module.id}.${activity}.${attempt}`;

const ANSWERS: Answers = {
  ...smoothAnswers([FIRST, SECOND]),
  [of("proposer", FIRST.id, ALPHA, "specify", 1)]: [TESTED, { answer: specifying(ALPHA, TYPED) }],
  ...Object.fromEntries(
    [1, 2, 3, 4, 5].map((attempt) => [of("proposer", FIRST.id, ALPHA, "implement", attempt), CODED]),
  ),
  // What it says stands there is first wrong: that is no amendment of this contract.
  [of("amendment-proposer", FIRST.id, ALPHA, "propose", 1)]: [
    { answer: proposing("(text)  => text") },
    { answer: proposing(TYPED) },
  ],
  // It first hands the old contract in again; a person has decided otherwise.
  [of("proposer", FIRST.id, ALPHA, "specify", 2)]: [
    TESTED,
    { answer: specifying(ALPHA, TYPED) },
    { answer: specifying(ALPHA, UNTYPED) },
  ],
  [of("judge", FIRST.id, ALPHA, "judge", 1)]: [
    { answer: { holds: false, why: "It looks as if it did.", evidence: "let counter = 0;" } },
    verdict(false, "The first judge saw a counter."),
  ],
  [of("judge", FIRST.id, ALPHA, "judge", 2)]: [verdict(false, "No branch is explained.")],
  [of("judge", FIRST.id, ALPHA, "judge", 3)]: [verdict(true, "Nothing outlives the call.")],
  [of("judge", FIRST.id, ALPHA, "judge", 4)]: [verdict(false, "Still no branch is explained.")],
  [of("proposer", SECOND.id, BETA, "specify", 1)]: [specified(BETA)[0] as never, { answer: specifying(BETA, TYPED) }],
  ...Object.fromEntries(
    [2, 3].map((attempt) => [of("proposer", SECOND.id, BETA, "implement", attempt), implemented(BETA)]),
  ),
  [of("amendment-proposer", SECOND.id, BETA, "propose", 1)]: [{ answer: proposing(TYPED) }],
};

const waits = (state: FactoryState, task: string) =>
  state.work[task]?.modules.find(({ step }) => step.step === "awaiting-amendment");

describe("a contract that no code can satisfy", () => {
  let product: ScriptedProduct;
  let issue: number;

  beforeAll(async () => {
    product = await startScriptedProduct({ answers: ANSWERS, files: FILES });
    ({ issue } = await approveProduct(product, "semantic_assertions: assert"));
  });
  afterAll(() => product.stop());

  const cardIn = (pull: number) =>
    until("the card", async () =>
      (await product.person.comments(pull)).find((body) => markerIn(body)?.startsWith("amendment:")),
    );
  const marksOf = async (pull: number) => {
    const { data } = await product.gitHub.rest.issues.get({ ...product.forge.repo, issue_number: pull });
    return {
      labels: data.labels.map((label) => (typeof label === "string" ? label : label.name)),
      assignees: (data.assignees ?? []).map(({ login }) => login),
    };
  };
  const checksOf = async (head: string) =>
    (await product.gitHub.rest.checks.listForRef({ ...product.forge.repo, ref: head })).data.check_runs;
  const answerTo = (pull: number, words: string) =>
    until(`an answer with "${words}"`, async () =>
      (await product.person.comments(pull)).find((body) => body.includes(words)),
    );
  const asked = (path: string) => product.seen.filter(({ question }) => question === path);

  it("is put before a person after the third equal failure, and a task waits for the answer", async () => {
    const state = await untilState(product, "an amendment", (now) => waits(now, FIRST.id) !== undefined);
    const task = state.project?.tasks[FIRST.id];
    const pull = task?.pull_request ?? 0;
    expect(task?.status).toBe("IN_PROGRESS");
    expect(asked(of("proposer", FIRST.id, ALPHA, "implement", 4))).toEqual([]);
    // The wrong old value was refused, and asked again: two calls.
    expect(asked(of("amendment-proposer", FIRST.id, ALPHA, "propose", 1))).toHaveLength(2);

    const card = await cardIn(pull);
    for (const said of [
      `- ${TYPED}`,
      `+ ${UNTYPED}`,
      "/factory amendment accept",
      "/factory amendment reject",
      `@${product.person.login}`,
    ])
      expect(card).toContain(said);
    const status = await until("the status comment", async () =>
      (await product.person.comments(issue)).find(
        (body) => markerIn(body) === "status" && body.includes("Accept or reject a change"),
      ),
    );
    expect(status).toContain(`#${pull}`);
    await until("the label", async () => (await marksOf(pull)).labels.includes("factory:halted"));
    expect((await marksOf(pull)).assignees).toEqual([product.person.login]);
    await product.forge.idle();
    const { data } = await product.gitHub.rest.pulls.get({ ...product.forge.repo, pull_number: pull });
    expect((await checksOf(data.head.sha)).map(({ conclusion }) => conclusion)).toContain("action_required");
  });

  it("shows the amendment proposer signatures and failures, and no source", () => {
    for (const { body } of asked(of("amendment-proposer", FIRST.id, ALPHA, "propose", 1))) {
      const text = JSON.stringify(body);
      expect(text).toContain("alpha must have its signature");
      expect(text).not.toContain("typeof text");
    }
  });

  it("is changed, locked anew and specified again when a person accepts, and ships", async () => {
    const pull = (await untilState(product, "the wait", (now) => waits(now, FIRST.id) !== undefined)).project?.tasks[
      FIRST.id
    ]?.pull_request as number;
    await afterTheSecond();
    await product.person.comment(pull, "/factory amendment accept");
    await answerTo(pull, "is specified again");
    const state = await untilState(
      product,
      "the first task",
      (now) => now.project?.tasks[FIRST.id]?.status === "SHIPPED",
    );

    const text = await fileOf(product, ".factory/modules/MM-0001/1.0.0/contract.yml", state.project?.branch ?? "main");
    const contract = readYaml("contract.yml", text, Contract);
    expect(contract.ok && contract.value.assertions[0]?.check).toMatchObject({ signature: UNTYPED });
    // It handed the old contract in once more; that was refused by the words of the decision.
    const [, , again] = asked(of("proposer", FIRST.id, ALPHA, "specify", 2));
    expect(JSON.stringify(again?.body)).toContain(`a person decided that it is ${UNTYPED}`);
    const marks = await marksOf(pull);
    expect(marks.labels).not.toContain("factory:halted");
    expect(marks.assignees).toEqual([]);
  });

  it("asks the judge about each semantic assertion after green; what is asserted blocks, what is suggested is shown", async () => {
    const judged = [1, 2, 3, 4].map((attempt) => asked(of("judge", FIRST.id, ALPHA, "judge", attempt)).length);
    // The first verdict quoted a line that is not there, and was asked for again.
    expect(judged).toEqual([2, 1, 1, 1]);
    const [again] = asked(of("proposer", FIRST.id, ALPHA, "implement", 5));
    expect(JSON.stringify(again?.body)).toContain("The first judge saw a counter.");
    const { data: commits } = await product.gitHub.rest.repos.listCommits({
      ...product.forge.repo,
      sha: `factory/${FIRST.id}`,
    });
    const checks = (await Promise.all(commits.map(({ sha }) => checksOf(sha)))).flat();
    const saying = (words: string) => checks.find(({ output }) => output.summary?.includes(words));
    expect(saying("The first judge saw a counter.")).toMatchObject({ conclusion: "failure" });
    expect(saying("Nothing outlives the call.")).toMatchObject({ conclusion: "success" });
    expect(saying("Nothing outlives the call.")?.output.summary).toContain("Still no branch is explained.");
    // A judge sees the code it judges, and neither tests nor debate.
    const [question] = asked(of("judge", FIRST.id, ALPHA, "judge", 3));
    expect(JSON.stringify(question?.body)).toContain("typeof text");
    expect(JSON.stringify(question?.body)).not.toContain("assert.equal");
  });

  it("leaves decision, amendment and judgements on record", async () => {
    const { data: tree } = await product.gitHub.rest.git.getTree({
      ...product.forge.repo,
      tree_sha: "factory/state",
      recursive: "1",
    });
    const paths = tree.tree.flatMap(({ path }) => path ?? []);
    const contributions = await Promise.all(
      paths
        .filter((path) => path.includes(`/${FIRST.id}/contributions/`))
        .map((path) => stateFile(product, path, Contribution)),
    );
    const made = contributions.map(({ type, produced_by }) => `${type} by ${produced_by.role}`);
    expect(made).toContain("CONTRACT_AMENDMENT by amendment-proposer");
    expect(made).toContain("CONTRACT_AMENDMENT by person");
    expect(made.filter((line) => line === "JUDGEMENT by judge")).toHaveLength(4);
  });

  it("fails the module when a person rejects, cites what was decided before, and halts with that cause", async () => {
    const waiting = await untilState(product, "the second amendment", (now) => waits(now, SECOND.id) !== undefined);
    const pull = waiting.project?.tasks[SECOND.id]?.pull_request ?? 0;
    const step = waits(waiting, SECOND.id)?.step;
    if (step?.step !== "awaiting-amendment") throw new Error("it was to wait");
    expect((await cardIn(pull)).replaceAll("\u2060", "")).toContain("The last such proposal was about MM-0001@1.0.0");
    await afterTheSecond();
    await product.person.comment(pull, "/factory amendment reject");
    await answerTo(pull, "needs a reason");
    await product.person.comment(pull, "/factory amendment reject The types are what its users asked for.");
    const state = await untilState(product, "the halt", (now) => now.project?.tasks[SECOND.id]?.status === "HALTED");
    const ref = state.project?.tasks[SECOND.id]?.escalation_ref ?? "";
    const { cause } = await stateFile(product, escalationPath(ref), Escalation);
    expect(cause).toMatchObject({
      kind: "contract-amendment-rejected",
      module: "MM-0002@1.0.0",
      rejection: "The types are what its users asked for.",
    });
    const decision = await stateFile(
      product,
      amendmentDecisionPath(SECOND.id, step.amendment.amendment_id),
      AmendmentDecision,
    );
    expect(decision).toMatchObject({ decision: "REJECTED", cause: "signature_match", by: product.person.login });
  });

  it.each(Object.entries(CANARIES))("shows what is in %s to whoever may see it, and to nobody else", (_, canary) => {
    const roles = new Set(product.seen.map(({ question }) => question.split("/")[0]));
    expect([...roles]).toEqual(expect.arrayContaining(["judge", "amendment-proposer"]));
    expect(forbiddenQuestions(product.seen, canary)).toEqual([]);
    expect(unmatchedPatterns(product.seen, canary)).toEqual([]);
  });
});
