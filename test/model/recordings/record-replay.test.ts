import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { Config } from "../../../src/domain/config/config.js";
import { ModelUnavailable } from "../../../src/domain/errors.js";
import type { Question, RoleOutcome, Tool } from "../../../src/model/model-port.js";
import type { ModelProvider } from "../../../src/model/model-provider.js";
import { Cassette } from "../../../src/model/recordings/cassette.js";
import { CassetteMiss } from "../../../src/model/recordings/cassette-miss.js";
import { recordTo } from "../../../src/model/recordings/record-to.js";
import { recordedModel } from "../../../src/model/recordings/recorded-model.js";
import { readYaml } from "../../../src/yaml/yaml.js";
import { anthropicModel } from "../../support/anthropic-model.js";
import { anthropicServer, failure, reply, type Served, slowly } from "../../support/anthropic-server.js";
import { A_PACK, A_SUM, aQuestion, echo, GATES, Sum, TASK_FILE } from "../../support/question.js";

const FILE = "proposer/T-core-sum-add-001/MM-0001.implement.1.yml";
const clock = { now: () => "2026-01-31T12:00:00Z" };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "cassettes-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function ask(
  served: readonly Served[],
  question: Question<Sum>,
  around: (provider: ModelProvider) => ModelProvider,
) {
  const server = await anthropicServer(served);
  try {
    const wait = async () => undefined;
    return await anthropicModel({
      apiKey: "sk-very-secret",
      baseUrl: server.url,
      around,
      clock,
      wait,
    }).ask(question);
  } finally {
    await server.close();
  }
}

const record = (served: readonly Served[], question: Question<Sum> = aQuestion()) =>
  ask(served, question, (provider) => recordTo(folder, provider));
const replay = (question: Question<Sum> = aQuestion()) => recordedModel(folder, { clock }).ask(question);
const recorded = () => {
  const cassette = readYaml(FILE, readFileSync(path.join(folder, FILE), "utf8"), Cassette);
  if (!cassette.ok) throw new Error(cassette.refusal.message);
  return cassette.value;
};
const answer = (value: unknown) => reply({ text: JSON.stringify(value, null, 2), requestId: "req_9" });

describe("what is recorded ends the same when it is replayed", () => {
  const search = {
    type: "web_search_tool_result",
    tool_use_id: "srv_1",
    content: [
      { type: "web_search_result", url: "https://a.example", title: "A", encrypted_content: "e", page_age: null },
    ],
  };
  it.each<[string, Served[], Partial<Question<Sum>>, RoleOutcome<unknown>["kind"]]>([
    ["an answer", [answer(A_SUM)], {}, "answered"],
    ["an answer at the second try", [answer({ sum: -1 }), answer(A_SUM)], {}, "answered"],
    [
      "an answer after a search",
      [reply({ blocks: [search], text: JSON.stringify(A_SUM) })],
      { webSearch: true },
      "answered",
    ],
    ["an answer after thinking", [reply({ thinking: "hm", text: JSON.stringify(A_SUM) })], {}, "answered"],
    [
      "an answer by tools",
      [
        reply({
          text: "I read.",
          calls: [{ id: "toolu_7", name: "read", input: { text: "a" } }],
          usage: { cacheRead: 5 },
        }),
        reply({ calls: [{ name: "submit", input: A_SUM }] }),
      ],
      { tools: [echo("read")] },
      "answered",
    ],
    ["no answer", [answer({ sum: -1 }), answer({}), reply({ text: "three" })], {}, "invalid"],
    ["a refusal", [reply({ stop: "refusal", explanation: "no" })], {}, "refused"],
    ["a truncated answer", [reply({ text: "{", stop: "max_tokens" })], {}, "truncated"],
  ])("%s", async (_, served, changes, kind) => {
    const question = aQuestion(changes);
    const original = await record(served, question);
    expect(original.kind).toBe(kind);
    expect(await replay(question)).toEqual(original);
  });

  it("without the weather: failed attempts are not kept", async () => {
    const cut = reply({ text: "{" }, { after: 4, by: "cut" });
    const overload = reply({ text: "{" }, { after: 4, by: "error", type: "overloaded_error" });
    const original = await record([cut, overload, answer(A_SUM)]);
    expect(original.usage.map(({ outcome }) => outcome)).toEqual(["failed", "overloaded", "answered"]);
    const replayed = await replay();
    expect(replayed).toEqual({ ...original, usage: original.usage.slice(2) });
  });

  it("and an answer that comes slowly is heard as it comes: only silence is too long", async () => {
    const { models, ...config } = Config.parse({});
    const hasty = { ...models, proposer: { ...models.proposer, timeout_seconds: 1 } };
    const question = aQuestion({ config: { ...config, models: hasty } });
    const original = await record([slowly({ text: JSON.stringify(A_SUM) }, 200)], question);
    expect(original).toMatchObject({ kind: "answered", value: A_SUM });
    expect(await replay(question)).toEqual(original);
  });

  it("and a question without any whole answer leaves no file", async () => {
    await record([failure(400, "invalid_request_error")]);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("a recording", () => {
  it("is one readable file for each question, under its role, task, module, activity and attempt", async () => {
    await record([answer(A_SUM)]);
    expect(recorded()).toEqual({
      key: { role: "proposer", task: "T-core-sum-add-001", module: "MM-0001", activity: "implement", attempt: 1 },
      matters: {
        prompt: "abcdef012345",
        prompt_text: expect.stringMatching(/^[0-9a-f]{12}$/),
        given: [
          { input: "task-file", title: "Task", digest: expect.stringMatching(/^[0-9a-f]{12}$/) },
          { input: "gate-results", title: "Gates", digest: expect.stringMatching(/^[0-9a-f]{12}$/) },
        ],
        tools: ["submit"],
        tool_schemas: {},
        answer_schema: expect.stringMatching(/^[0-9a-f]{12}$/),
      },
      turns: [
        {
          model: "claude-test",
          request_id: "req_9",
          stop_reason: "end_turn",
          refusal: null,
          usage: { input_tokens: 100, output_tokens: 20, cache_read_tokens: 0, cache_write_tokens: 0 },
          content: [{ json: A_SUM }],
        },
      ],
    });
    expect(readFileSync(path.join(folder, FILE), "utf8")).toContain("words: one and two");
  });

  it("holds no key and no header", async () => {
    await record([answer(A_SUM)]);
    const text = readFileSync(path.join(folder, FILE), "utf8");
    for (const secret of ["sk-very-secret", "Bearer", "authorization", "x-api-key", "user-agent"]) {
      expect(text.toLowerCase()).not.toContain(secret.toLowerCase());
    }
  });

  it("of the product is stored outside tasks and modules", async () => {
    const subject = { task: null, module: null, activity: "draft", attempt: 2 };
    await record(
      [answer(A_SUM)],
      aQuestion({ role: "product", subject, given: [{ ...TASK_FILE, input: "product-request" }] }),
    );
    expect(existsSync(path.join(folder, "product/draft.2.yml"))).toBe(true);
  });

  it("does not depend on run ids, instants or the model's name", async () => {
    await record([answer(A_SUM)]);
    const later = recordedModel(folder, { clock: { now: () => "2030-01-01T00:00:00Z" } });
    const { config } = aQuestion();
    const models = { ...config.models, proposer: { ...config.models.proposer, name: "another" } };
    const anotherRun = { ...A_PACK, created_for: { ...A_PACK.created_for, run_id: "run-2" } };
    const outcome = await later.ask(aQuestion({ pack: anotherRun, config: { ...config, models } }));
    expect(outcome).toMatchObject({ kind: "answered", value: A_SUM, usage: [{ run_id: "run-2", model: "another" }] });
  });

  it("is repeated by a model that says that it is recorded", () => {
    expect(recordedModel(folder, { clock }).name).toBe("recorded");
  });
});

describe("a question that was not recorded like this", () => {
  const { subject } = aQuestion();
  const Other = Sum.extend({ sum: Sum.shape.sum.max(9) });

  it.each<[string, Partial<Question<Sum>>, string[]]>([
    [
      "another attempt",
      { subject: { ...subject, attempt: 2 } },
      ["there is no file proposer/T-core-sum-add-001/MM-0001.implement.2.yml"],
    ],
    [
      "another prompt",
      { prompt: { text: "You add.", version: "999999999999" } },
      ["the prompt is version 999999999999; version abcdef012345 was recorded"],
    ],
    [
      "another setting in the prompt",
      { prompt: { text: "You subtract.", version: "abcdef012345" } },
      ["a setting that the prompt names has changed"],
    ],
    [
      "another text",
      { given: [TASK_FILE, { ...GATES, text: "all green" }] },
      ['the text of gate-results "Gates" differs'],
    ],
    ["less", { given: [TASK_FILE] }, ['gate-results "Gates" is not given; it was recorded']],
    [
      "more",
      { given: [TASK_FILE, GATES, { ...GATES, input: "sops", title: "Standards" }] },
      ['sops "Standards" is given; it was not recorded'],
    ],
    ["another order", { given: [GATES, TASK_FILE] }, ["the same things are given in another order"]],
    ["other tools", { tools: [echo("read")] }, ["the tools are read, submit; recorded were submit"]],
    ["the web", { webSearch: true }, ["the tools are web_search, submit; recorded were submit"]],
    ["another schema", { Answer: Other }, ["the answer's schema has changed"]],
    [
      "two things",
      { prompt: { text: "", version: "999999999999" }, Answer: Other },
      ["the prompt is version 999999999999; version abcdef012345 was recorded", "the answer's schema has changed"],
    ],
  ])("says what differs: %s", async (_, changes, differences) => {
    await record([answer(A_SUM)]);
    const miss = await replay(aQuestion(changes)).catch((error: unknown) => error);
    expect(miss).toBeInstanceOf(CassetteMiss);
    expect(miss).toMatchObject({ differences });
    expect((miss as CassetteMiss).message).toContain("proposer/T-core-sum-add-001/MM-0001.implement.");
    for (const difference of differences) expect((miss as CassetteMiss).message).toContain(difference);
  });

  it.each<[string, Partial<Tool>]>([
    ["takes something else", { Input: z.strictObject({ text: z.string().max(9) }) }],
    ["says something else of itself", { description: "Says it twice." }],
  ])("says which tool differs: one that %s", async (_, changes) => {
    const ended = reply({ calls: [{ name: "submit", input: A_SUM }] });
    await record([ended], aQuestion({ tools: [echo("read"), echo("grep")] }));
    const miss = await replay(aQuestion({ tools: [echo("read"), { ...echo("grep"), ...changes }] })).catch(
      (error: unknown) => error,
    );
    expect(miss).toMatchObject({ differences: ["the tool grep has changed"] });
  });

  it("is reported as permanent, because no repetition helps", async () => {
    expect(await replay().catch((error: unknown) => error)).toBeInstanceOf(ModelUnavailable);
  });

  it("says when the conversation goes on beyond what was recorded", async () => {
    await record([answer(A_SUM)]);
    const check = () => ({ ok: false, refusal: { code: "no", message: "no" } }) as const;
    await expect(replay(aQuestion({ check }))).rejects.toThrow("turn 2 is asked for, and 1 were recorded");
  });

  it("says when the file cannot be read, and where", async () => {
    await record([answer(A_SUM)]);
    writeFileSync(path.join(folder, FILE), "key: 1\n");
    await expect(replay()).rejects.toThrow(`${FILE}:1: key`);
  });
});

it("an answer that cannot be recorded is not taken, and its cost is kept", async () => {
  writeFileSync(path.join(folder, "proposer"), "a file where a folder should be");
  const outcome = await record([answer(A_SUM), answer(A_SUM), answer(A_SUM)]);
  expect(outcome).toMatchObject({ kind: "failed", passing: {} });
  expect(outcome.kind === "failed" && outcome.why).toContain("The answer could not be recorded: ");
  expect(outcome.usage.map(({ input_tokens }) => input_tokens)).toEqual([100, 100, 100]);
});
