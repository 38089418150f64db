import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { recordCassettes } from "../../../.github/scripts/record-cassettes.js";
import { accept } from "../../../src/domain/refusal.js";
import type { Question } from "../../../src/model/model-port.js";
import { recordedModel } from "../../../src/model/recordings/recorded-model.js";
import { arbiterAdjudicate } from "../../../src/roles/arbiter/arbiter-adjudicate.js";
import { question } from "../../../src/roles/question.js";
import {
  type ScriptedModel,
  type SeenRequest,
  scriptedAnswers,
} from "../../../src/sandbox/scripted-model/scripted-answers.js";
import { anthropicModel } from "../../support/anthropic-model.js";
import { A_SUM, aQuestion, echo, TASK_FILE } from "../../support/question.js";

const NAME = "proposer/T-core-sum-add-001/MM-0001.implement.1";
const options = { clock: { now: () => "2026-01-31T12:00:00Z" } };

let folder: string;
let server: ScriptedModel;
const seen: SeenRequest[] = [];
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "scripts-"));
  seen.splice(0);
  server = await scriptedAnswers(folder, { seen: (request) => seen.push(request) });
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

function write(name: string, text: string): void {
  const file = path.join(folder, `${name}.yml`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const ask = <T>(asked: Question<T>) => anthropicModel({ ...options, apiKey: "none", baseUrl: server.url }).ask(asked);
const BY_TOOLS = `
turns:
  - text: I look first.
    calls:
      - { name: read, input: { text: a } }
      - { name: read, input: { text: b } }
  - answer: { sum: 3, words: one and two }
`;

describe("a scripted model", () => {
  it("says the answer as structured output where there are no tools", async () => {
    write(NAME, "turns:\n  - answer: { sum: 3, words: one and two }\n");
    expect(await ask(aQuestion())).toMatchObject({ kind: "answered", value: A_SUM, calls: [] });
  });

  it("calls the tools it is told to, and hands in by the last one", async () => {
    write(NAME, BY_TOOLS);
    expect(await ask(aQuestion({ tools: [echo("read")] }))).toMatchObject({
      kind: "answered",
      value: A_SUM,
      calls: [
        { name: "read", input: { text: "a" } },
        { name: "read", input: { text: "b" } },
        { name: "submit", input: A_SUM },
      ],
    });
  });

  it("hands in with the calls of the same message", async () => {
    write(
      NAME,
      "turns:\n  - calls: [{ name: read, input: { text: a } }]\n    answer: { sum: 3, words: one and two }\n",
    );
    const outcome = await ask(aQuestion({ tools: [echo("read")] }));
    expect(outcome).toMatchObject({ kind: "answered", value: A_SUM, calls: [{ name: "read" }, { name: "submit" }] });
    expect(seen).toHaveLength(1);
  });

  it("puts an answer that is a union where the wire wants it", async () => {
    write(
      "arbiter/T-core-sum-add-001/MM-0001.adjudicate.1",
      [
        "turns:",
        "  - answer: { decision: REJECT, amendments: [], rationale: The claim names no input., ship_directive: NO_SHIP }",
      ].join("\n"),
    );
    const { config, signal, pack } = aQuestion();
    const outcome = await ask(
      question({
        activity: arbiterAdjudicate,
        subject: { task: "T-core-sum-add-001", module: "MM-0001", attempt: 1 },
        given: [TASK_FILE],
        tools: [],
        check: accept,
        pack,
        config,
        signal,
      }),
    );
    expect(outcome).toMatchObject({ kind: "answered", value: { decision: "REJECT", ship_directive: "NO_SHIP" } });
  });

  it("refuses when it is told to", async () => {
    write(NAME, "turns:\n  - refuse: Not this.\n");
    expect(await ask(aQuestion())).toMatchObject({ kind: "refused", why: "Not this." });
  });

  it("counts four characters as a token, and the same every time", async () => {
    write(NAME, "turns:\n  - answer: { sum: 3, words: one and two }\n");
    const [first, second] = [await ask(aQuestion()), await ask(aQuestion())];
    const sent = z.object({ system: z.unknown(), messages: z.unknown() }).parse(seen[0]?.body);
    const text = JSON.stringify({ ...sent, tools: [] });
    expect(first.usage[0]).toMatchObject({
      input_tokens: Math.ceil(text.length / 4),
      output_tokens: Math.ceil(JSON.stringify([{ json: A_SUM }]).length / 4),
      request_id: expect.stringMatching(/^req_[0-9a-f]{24}$/),
    });
    expect(second).toEqual(first);
  });

  it("shows what a role was shown", async () => {
    write(NAME, "turns:\n  - answer: { sum: 3, words: one and two }\n");
    await ask(aQuestion());
    expect(seen[0]).toMatchObject({ question: NAME });
    expect(JSON.stringify(seen[0]?.body)).toContain("Add one and two.");
  });

  it.each([
    ["has no script", undefined, `There is no script ${NAME}.yml`],
    ["has a script that is too short", "turns:\n  - answer: 1\n", `${NAME}.yml has 1 turns, and turn 2 is asked for.`],
    ["has a script that is wrong", "turns: []\n", `${NAME}.yml:1: turns`],
  ])("says so when a question %s", async (_, script, why) => {
    if (script !== undefined) write(NAME, script);
    const outcome = await ask(aQuestion());
    expect(outcome.kind).toBe("failed");
    expect(outcome.kind === "failed" && outcome.why).toContain(why);
  });

  it.each([
    ["another path", { path: "/v1/complete", headers: {} }, 404],
    ["no question", { path: "/v1/messages", headers: {} }, 400],
    [
      "a question outside the folder",
      { path: "/v1/messages", headers: { "x-factory-question": "../../etc/passwd" } },
      404,
    ],
  ])("refuses %s", async (_, { path: url, headers }, status) => {
    const body = JSON.stringify({ model: "m", stream: true, system: [], messages: [] });
    expect((await fetch(`${server.url}${url}`, { method: "POST", headers, body })).status).toBe(status);
  });
});

describe("recordings without a key", () => {
  it("are made from a script, and replay to the token", async () => {
    write(NAME, BY_TOOLS);
    const cassettes = path.join(folder, "cassettes");
    const asked = aQuestion({ tools: [echo("read")] });
    const outcomes: Awaited<ReturnType<typeof ask>>[] = [];
    const run = async (model: { ask: typeof ask }) => {
      outcomes.push(await model.ask(asked));
    };
    await recordCassettes({ ...options, scripts: folder, cassettes, run });
    expect(await recordedModel(cassettes, options).ask(asked)).toEqual(outcomes[0]);
    expect(outcomes[0]?.usage).toHaveLength(2);
    const first = readFileSync(path.join(cassettes, `${NAME}.yml`), "utf8");
    await recordCassettes({ ...options, scripts: folder, cassettes, run });
    expect(readFileSync(path.join(cassettes, `${NAME}.yml`), "utf8")).toBe(first);
  });
});
