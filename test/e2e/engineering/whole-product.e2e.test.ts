import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { output, ZodType } from "zod";
import { ContextPack } from "../../../src/domain/artifacts/context-pack.js";
import { Contribution } from "../../../src/domain/artifacts/contribution.js";
import type { UsageLine } from "../../../src/domain/artifacts/usage-ledger.js";
import { CONVENTIONS_PATH, Conventions } from "../../../src/domain/budget/conventions.js";
import { EVENTS_PATH } from "../../../src/domain/gates/state-paths.js";
import { orThrow } from "../../../src/domain/refusal.js";
import { FactoryEvent } from "../../../src/engine/event.js";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import { paymentsFor } from "../../../src/features/budget/payments-for.js";
import { progressPath } from "../../../src/features/modules/artifacts/artifact-paths.js";
import { TaskWork } from "../../../src/features/modules/task-work.js";
import type { ScriptedTurn } from "../../../src/sandbox/scripted-model/script.js";
import { scriptedTurn } from "../../../src/sandbox/scripted-model/script.js";
import type { SeenRequest } from "../../../src/sandbox/scripted-model/scripted-answers.js";
import { ScriptedRequest, scriptedReply, turnIndex } from "../../../src/sandbox/scripted-model/scripted-reply.js";
import { readYaml } from "../../../src/yaml/yaml.js";
import { type Canary, forbiddenQuestions, unmatchedPatterns } from "../../support/canaries.js";
import { withScope } from "../../support/scripted-answers.js";
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
  failing,
  implemented,
  passing,
  revised,
  smoothAnswers,
  sourceOf,
  sourceText,
  specification,
  specified,
  testFileOf,
  testText,
  toy,
  toyTask,
  write,
} from "../../support/toy-modules.js";

const ALPHA = toy("alpha", 1);
const BETA = toy("beta", 2, [ALPHA]);
const FIRST = toyTask(1, [ALPHA]);
const GAMMA = toy("gamma", 3, [BETA]);
const SECOND = toyTask(2, [BETA, GAMMA]);

/** What stands in each place. Judge and amendment proposer are looked at in amendment.test.ts. */
const CANARIES = {
  sealedSource: { word: "cormorant-5d1f", mayBeIn: [/^proposer\/.*-001\/MM-0001\./] },
  // Reviewers read the tests of what they review word for word.
  othersTest: { word: "heron-88ab", mayBeIn: [/^(?:proposer|challenger|arbiter)\/.*-001\/MM-0001\./] },
  workflow: { word: "bittern-03c7", mayBeIn: [] },
  environment: { word: "dunlin-a44e", mayBeIn: [] },
  request: { word: "plover-61d0", mayBeIn: [/^product\//] },
  nobodys: { word: "wigeon-9e2b", mayBeIn: [/^planner\//, /^proposer\//] },
} as const satisfies Record<string, Canary>;

const FILES = {
  ".github/notes.md": `${CANARIES.workflow.word}\n`,
  ".env": `KEY=${CANARIES.environment.word}\n`,
  "SPEC.md": `${SPEC_TEXT}\n${CANARIES.request.word}\n`,
  "lib/legacy.js": `// ${CANARIES.nobodys.word}\n`,
};

const call = (name: string, input: Record<string, string | boolean>) => ({ name, input });

/** A role that looks wherever it could find something, before it does its work. */
const PRYING: ScriptedTurn = {
  calls: [
    ...[...Object.keys(FILES), sourceOf(ALPHA), testFileOf(ALPHA), ".git/config", "../.env"].map((path) =>
      call("read", { path }),
    ),
    call("list", { folder: "." }),
    call("list", { folder: ".github" }),
    call("glob", { pattern: "**/*" }),
    call("grep", { pattern: "[a-z]+-[0-9a-f]{4}", regex: true }),
  ],
};

/** What the first task's reviewer calls worth repeating. */
const HABIT = { name: "Names around texts", pattern: "a wrapper says its name: godwit-7f3e", applies_to: "src/**" };

function answers(): Answers {
  const smooth = smoothAnswers([FIRST, SECOND]);
  const nosy = Object.fromEntries(
    Object.entries(smooth)
      .filter(([question]) => /^(?:planner|proposer|product)\//.test(question))
      .map(([question, turns]) => [question, [PRYING, ...turns]]),
  );
  const own = [
    { calls: [write(testFileOf(ALPHA), `// ${CANARIES.othersTest.word}\n${testText(ALPHA)}`)] },
    { answer: specification(ALPHA) },
  ];
  const code = [
    { calls: [write(sourceOf(ALPHA), `// ${CANARIES.sealedSource.word}\n${sourceText(ALPHA)}`)] },
    ...implemented(ALPHA).slice(1),
  ];
  return {
    ...smooth,
    ...nosy,
    [`proposer/${FIRST.id}/${ALPHA.id}.specify.1`]: [PRYING, ...own],
    [`proposer/${FIRST.id}/${ALPHA.id}.implement.1`]: [PRYING, ...code],
    [`challenger/${FIRST.id}/${ALPHA.id}.challenge.1`]: [{ answer: { ...passing(ALPHA), patterns: [HABIT] } }],
    // An answer that is refused, and a round that fails: both cost something.
    [`proposer/${SECOND.id}/${BETA.id}.specify.1`]: [{ answer: specification(BETA) }, PRYING, ...specified(BETA)],
    [`challenger/${SECOND.id}/${BETA.id}.challenge.1`]: [
      { answer: failing(BETA, { invariant: "an empty text is decided by a clause" }) },
    ],
    [`proposer/${SECOND.id}/${BETA.id}.revise.1`]: [PRYING, ...revised(BETA, "an empty text stays empty")],
    [`challenger/${SECOND.id}/${BETA.id}.challenge.2`]: smooth[`challenger/${SECOND.id}/${BETA.id}.challenge.1`] ?? [],
  };
}

const told: { product?: ScriptedProduct; state?: FactoryState } = {};

function theProduct(): ScriptedProduct {
  if (told.product === undefined) throw new Error("the product was not started");
  return told.product;
}

function theState(): FactoryState {
  if (told.state === undefined) throw new Error("the product has not ended");
  return told.state;
}

function seen(): readonly SeenRequest[] {
  return told.product?.seen ?? [];
}

beforeAll(async () => {
  const product = await startScriptedProduct({ answers: answers(), files: FILES });
  told.product = product;
  await approveProduct(product, "retries:\n  revisions: 1");
  told.state = await untilState(product, "both tasks", ({ project }) => {
    const tasks = Object.values(project?.tasks ?? {});
    if (tasks.some(({ status }) => status === "HALTED")) throw new Error("a task has halted");
    return tasks.length === 2 && tasks.every(({ status }) => status === "SHIPPED");
  });
});
afterAll(() => told.product?.stop());

describe("what roles are shown over a whole product", () => {
  it.each(Object.entries(CANARIES))("keeps what is in %s from everybody else", (_place, canary) => {
    expect(forbiddenQuestions(seen(), canary)).toEqual([]);
  });

  it.each(Object.entries(CANARIES))(
    "does show what is in %s to whoever may see it, so that its absence means something",
    (_place, canary) => {
      expect(unmatchedPatterns(seen(), canary)).toEqual([]);
    },
  );

  it("lets every role that has tools look around", () => {
    const roles = new Set(seen().map(({ question }) => question.split("/")[0]));
    expect([...roles].sort()).toEqual(["arbiter", "challenger", "planner", "product", "proposer"]);
    const looked = seen().filter(({ body }) => JSON.stringify(body).includes('"tool_result"'));
    expect(new Set(looked.map(({ question }) => question.split("/")[0]))).toEqual(
      new Set(["planner", "product", "proposer"]),
    );
  });
});

describe("what a Challenger is given beside the work", () => {
  const challenges = (task: string, module: string) =>
    seen()
      .filter(({ question }) => question.startsWith(`challenger/${task}/${module}.`))
      .map(({ body }) => JSON.stringify(body));

  it("are the signatures of the module's own files, and nothing of their insides", () => {
    for (const body of challenges(FIRST.id, ALPHA.id)) {
      expect(body).toContain("export function alpha(text);");
      expect(body).not.toContain("throw new TypeError");
    }
    expect(challenges(FIRST.id, ALPHA.id)).toHaveLength(1);
  });

  it("is how the modules of the plan before it were ruled on", () => {
    const ruling = "MM-0002@1.0.0, The beta wrapper\\nAPPROVE";
    expect(challenges(SECOND.id, GAMMA.id).map((body) => body.includes(ruling))).toEqual([true]);
    expect(challenges(SECOND.id, BETA.id).some((body) => body.includes(ruling))).toBe(false);
  });

  it("are habits that approved reviews of earlier tasks saw, and the Proposer is given them too", () => {
    const word = "godwit-7f3e";
    const told = seen()
      .filter(({ body }) => JSON.stringify(body).includes(word))
      .map(({ question }) => question.replace(/\.\d+$/, ""));
    const roles = ["specify", "implement", "revise"].map((activity) => `proposer/${SECOND.id}/${BETA.id}.${activity}`);
    expect(new Set(told.filter((question) => question.includes(BETA.id)))).toEqual(
      new Set([...roles, `challenger/${SECOND.id}/${BETA.id}.challenge`]),
    );
    // Before it shipped, only whoever decides about the review reads what the review said.
    const early = told.filter((question) => question.includes(FIRST.id));
    expect(new Set(early)).toEqual(new Set([`arbiter/${FIRST.id}/${ALPHA.id}.adjudicate`]));
  });

  it("is kept on the state branch, with the task that showed it", async () => {
    const { conventions } = await stateFile(theProduct(), CONVENTIONS_PATH, Conventions);
    expect(conventions).toEqual([{ ...HABIT, seen_in: [FIRST.id] }]);
  });
});

describe("what a planner is given to plan on", () => {
  const asked = (task: string) =>
    seen()
      .filter(({ question }) => question.startsWith(`planner/${task}/`))
      .map(({ body }) => JSON.stringify(body));

  it("are contract, examples and exports of what the tasks before it shipped", () => {
    expect(asked(SECOND.id)).not.toEqual([]);
    for (const body of asked(SECOND.id)) {
      expect(body).toContain(`Public surface of ${ALPHA.id}@1.0.0`);
      expect(body).toContain("purpose: Puts the name alpha around a text.");
      expect(body).toContain('From \\"src/alpha.js\\":\\n  - alpha (function)');
    }
    for (const body of asked(FIRST.id)) expect(body).not.toContain("Public surface of MM-");
  });

  it("stands in short in the task's own file, on its branch and on the state branch", async () => {
    const { forge, gitHub } = theProduct();
    const summary = `- ${ALPHA.id}@1.0.0: The alpha wrapper. Puts the name alpha around a text.`;
    const task = (id: string) => theState().project?.tasks[id]?.path ?? "";
    for (const ref of ["main", "factory/state"]) {
      const text = async (id: string) => {
        const { data } = await gitHub.rest.repos.getContent({ ...forge.repo, path: task(id), ref });
        if (Array.isArray(data) || data.type !== "file") throw new Error(`${task(id)} is not a file`);
        return Buffer.from(data.content, "base64").toString();
      };
      expect(await text(SECOND.id)).toContain(summary);
      expect(await text(FIRST.id)).toContain("source code):\n- none");
    }
  });
});

it("a task keeps the retry budget of the configuration it was planned with", async () => {
  const { modules } = await stateFile(theProduct(), progressPath(SECOND.id), TaskWork);
  expect(modules.map(({ progress }) => progress.limits)).toEqual([
    { revisions: 1, gate_attempts: 3 },
    { revisions: 1, gate_attempts: 3 },
  ]);
  const reviews = await theProduct().gitHub.rest.pulls.listReviews({
    ...theProduct().forge.repo,
    pull_number: told.state?.project?.tasks[SECOND.id]?.pull_request ?? 0,
  });
  expect(reviews.data.map(({ body }) => body).join("\n")).toMatch(/round 2 of 2/i);
});

describe("the record of a whole product", () => {
  /** Every line of the ledger, from the events of each state commit. */
  async function ledger(): Promise<UsageLine[]> {
    const { gitHub, forge } = theProduct();
    const commits = await gitHub.paginate(gitHub.rest.repos.listCommits, {
      ...forge.repo,
      sha: "factory/state",
      per_page: 100,
    });
    const texts = await Promise.all(commits.map(({ sha }) => fileOf(theProduct(), EVENTS_PATH, sha)));
    const events = texts.flatMap((text) => orThrow(readYaml(EVENTS_PATH, text, FactoryEvent.array())));
    return paymentsFor(events).flatMap((payment) => (payment.kind === "calls-charged" ? payment.usage : []));
  }

  async function recordsAt<S extends ZodType>(pattern: RegExp, schema: S): Promise<output<S>[]> {
    const { gitHub, forge } = theProduct();
    const { data } = await gitHub.rest.git.getTree({ ...forge.repo, tree_sha: "factory/state", recursive: "1" });
    const paths = data.tree.flatMap(({ path }) => path ?? []).filter((path) => pattern.test(path));
    return Promise.all(paths.map((path) => stateFile(theProduct(), path, schema)));
  }

  it("joins them by the run: every line of the ledger has its pack, and every answered run its one contribution", async () => {
    const lines = await ledger();
    expect(lines).toHaveLength(seen().length);
    const runs = new Set(lines.map(({ run_id }) => run_id));
    // A question is one run, however many calls it takes.
    expect(runs.size).toBe(new Set(seen().map(({ question }) => question)).size);
    const packs = await recordsAt(/^\.factory\/context-packs\//, ContextPack);
    expect(packs.map(({ created_for }) => created_for.run_id).sort()).toEqual([...runs].sort());
    const contributions = await recordsAt(/\/contributions\/CONTRIB-/, Contribution);
    const made = contributions.filter(({ produced_by }) => produced_by.role !== "loop");
    expect(made.map(({ produced_by }) => produced_by.run_id).sort()).toEqual([...runs].sort());
    expect(made.filter(({ type }) => type === "PRODUCT_SPEC")).toHaveLength(1);
  });
});

describe("what a whole product cost", () => {
  /** What the server said that each request took. */
  function usageOf({ question, body }: SeenRequest) {
    const request = ScriptedRequest.parse(body);
    const turn = scriptedTurn(told.product?.scriptFolder ?? "", question, turnIndex(request));
    if (!turn.ok) throw new Error(turn.refusal.message);
    const given = withScope(turn.value, { question, body });
    const { usage } = scriptedReply(request, question, given);
    const input = usage.input_tokens + usage.cache_read_tokens + usage.cache_write_tokens;
    const role = question.split("/")[0] ?? "";
    return { role, task: /^[a-z]+\/(T-[^/]+)\//.exec(question)?.[1] ?? null, input, output: usage.output_tokens };
  }

  const sumOf = (lines: readonly ReturnType<typeof usageOf>[]) => ({
    calls: lines.length,
    input_tokens: lines.reduce((sum, { input }) => sum + input, 0),
    output_tokens: lines.reduce((sum, { output }) => sum + output, 0),
  });

  it("adds up, to the token, for the project", () => {
    expect(told.state?.spent.project).toMatchObject(sumOf(seen().map(usageOf)));
  });

  it.each(["product", "planner", "proposer", "challenger", "arbiter"] as const)(
    "adds up, to the token, for the %s",
    (role) => {
      const lines = seen()
        .map(usageOf)
        .filter((line) => line.role === role);
      expect(lines).not.toEqual([]);
      expect(told.state?.spent.roles[role]).toMatchObject(sumOf(lines));
    },
  );

  it.each([FIRST.id, SECOND.id])("adds up, to the token, for %s", (task) => {
    const lines = seen()
      .map(usageOf)
      .filter((line) => line.task === task);
    expect(lines.length).toBeGreaterThan(6);
    expect(told.state?.spent.tasks[task]).toMatchObject(sumOf(lines));
  });
});
