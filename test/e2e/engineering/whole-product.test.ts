import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FactoryState } from "../../../src/domain/factory/factory-state.js";
import type { ScriptedTurn } from "../../../src/sandbox/scripted-model/script.js";
import { scriptedTurn } from "../../../src/sandbox/scripted-model/script.js";
import type { SeenRequest } from "../../../src/sandbox/scripted-model/scripted-answers.js";
import { ScriptedRequest, scriptedReply, turnIndex } from "../../../src/sandbox/scripted-model/scripted-reply.js";
import {
  approveProduct,
  type ScriptedProduct,
  SPEC_TEXT,
  startScriptedProduct,
  untilState,
} from "../../support/scripted-product.js";
import {
  type Answers,
  failing,
  implemented,
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
const SECOND = toyTask(2, [BETA]);

/** What stands in each place, and the questions whose requests may hold it; no pattern is nobody's. */
const CANARIES = {
  sealedSource: { word: "cormorant-5d1f", mayBeIn: [/^proposer\/.*-001\/MM-0001\./] },
  othersTest: { word: "heron-88ab", mayBeIn: [/^proposer\/.*-001\/MM-0001\./] },
  workflow: { word: "bittern-03c7", mayBeIn: [] },
  environment: { word: "dunlin-a44e", mayBeIn: [] },
  request: { word: "plover-61d0", mayBeIn: [/^product\//] },
  nobodys: { word: "wigeon-9e2b", mayBeIn: [/^planner\//, /^proposer\//] },
} as const satisfies Record<string, { word: string; mayBeIn: readonly RegExp[] }>;

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

function seen(): readonly SeenRequest[] {
  return told.product?.seen ?? [];
}

beforeAll(async () => {
  const product = await startScriptedProduct({ answers: answers(), files: FILES });
  told.product = product;
  await approveProduct(product);
  told.state = await untilState(product, "both tasks", ({ project }) => {
    const tasks = Object.values(project?.tasks ?? {});
    if (tasks.some(({ status }) => status === "HALTED")) throw new Error("a task has halted");
    return tasks.length === 2 && tasks.every(({ status }) => status === "SHIPPED");
  });
}, 300_000);
afterAll(() => told.product?.stop());

describe("what roles are shown over a whole product", () => {
  const holding = (word: string) =>
    seen()
      .filter(({ body }) => JSON.stringify(body).includes(word))
      .map(({ question }) => question);

  it.each(Object.entries(CANARIES))("keeps what is in %s from everybody else", (_place, { word, mayBeIn }) => {
    const allowed: readonly RegExp[] = mayBeIn;
    expect(holding(word).filter((question) => !allowed.some((pattern) => pattern.test(question)))).toEqual([]);
  });

  it.each(Object.entries(CANARIES).filter(([, { mayBeIn }]) => mayBeIn.length > 0))(
    "does show what is in %s to whoever may see it, so that its absence means something",
    (_place, { word, mayBeIn }) => {
      for (const pattern of mayBeIn) expect(holding(word).some((question) => pattern.test(question))).toBe(true);
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

describe("what a whole product cost", () => {
  /** What the server said that each request took. */
  function usageOf({ question, body }: SeenRequest) {
    const request = ScriptedRequest.parse(body);
    const turn = scriptedTurn(told.product?.scriptFolder ?? "", question, turnIndex(request));
    if (!turn.ok) throw new Error(turn.refusal.message);
    const { usage } = scriptedReply(request, question, turn.value);
    const input = usage.input_tokens + usage.cache_read_tokens + usage.cache_write_tokens;
    return { task: /^[a-z]+\/(T-[^/]+)\//.exec(question)?.[1] ?? null, input, output: usage.output_tokens };
  }

  const sumOf = (lines: readonly ReturnType<typeof usageOf>[]) => ({
    calls: lines.length,
    input_tokens: lines.reduce((sum, { input }) => sum + input, 0),
    output_tokens: lines.reduce((sum, { output }) => sum + output, 0),
  });

  it("adds up, to the token, for the project", () => {
    expect(told.state?.spent.project).toMatchObject(sumOf(seen().map(usageOf)));
  });

  it.each([FIRST.id, SECOND.id])("adds up, to the token, for %s", (task) => {
    const lines = seen()
      .map(usageOf)
      .filter((line) => line.task === task);
    expect(lines.length).toBeGreaterThan(6);
    expect(told.state?.spent.tasks[task]).toMatchObject(sumOf(lines));
  });
});
