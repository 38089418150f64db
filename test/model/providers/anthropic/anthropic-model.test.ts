import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { Config } from "../../../../src/domain/config/config.js";
import { LimitedUntil } from "../../../../src/domain/errors.js";
import { accept, refuse } from "../../../../src/domain/refusal.js";
import { LONGEST_WAIT_MS } from "../../../../src/model/conversation/call-again.js";
import { MAX_TURNS } from "../../../../src/model/conversation/converse.js";
import type { NextTurn, Question, StoppableModel } from "../../../../src/model/model-port.js";
import { anthropicModel } from "../../../support/anthropic-model.js";
import {
  type AnthropicServer,
  anthropicServer,
  failure,
  reply,
  type Served,
  silence,
  slowly,
} from "../../../support/anthropic-server.js";
import { A_SUM, aQuestion, echo, GATES, Sum, TASK_FILE } from "../../../support/question.js";

const NOW = "2026-01-31T12:00:00Z";
const servers: AnthropicServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** Puts one question to a provider that answers like this. */
async function ask<T = Sum>(served: readonly Served[], question: Question<T> = aQuestion() as Question<T>) {
  const server = await anthropicServer(served);
  servers.push(server);
  const waits: number[] = [];
  const model = anthropicModel({
    apiKey: "sk-secret",
    baseUrl: server.url,
    clock: { now: () => NOW },
    wait: async (milliseconds) => {
      waits.push(milliseconds);
    },
  });
  const outcome = await model.ask(question);
  return { outcome, waits, requests: server.requests, bodies: server.requests.map(({ body }) => body) };
}

const answer = (value: unknown) => reply({ text: JSON.stringify(value) });
const submit = (input: unknown) => reply({ calls: [{ name: "submit", input }] });
const outcomes = (outcome: Awaited<ReturnType<StoppableModel["ask"]>>) => outcome.usage.map((line) => line.outcome);
const limited = (changes: object) => {
  const config = Config.parse({});
  return { ...config, models: { ...config.models, proposer: { ...config.models.proposer, ...changes } } };
};

describe("an answer while it comes", () => {
  it("is counted at about four characters a token", async () => {
    const text = JSON.stringify(A_SUM);
    const counted: number[] = [];
    const question = aQuestion({ streamed: (tokens) => void counted.push(tokens) }) as Question<Sum>;
    await ask([reply({ text })], question);
    expect(counted.reduce((sum, tokens) => sum + tokens, 0)).toBe(Math.floor(text.length / 4));
  });
});

describe("a question without tools", () => {
  it("is answered by structured output, with its usage, cost, request id, model and prompt version", async () => {
    const usage = { input: 1_000, output: 200, cacheRead: 3_000, cacheWrite: 400 };
    const { outcome } = await ask([reply({ text: JSON.stringify(A_SUM), usage, requestId: "req_7" })]);
    expect(outcome).toEqual({
      kind: "answered",
      value: A_SUM,
      sources: [],
      calls: [],
      usage: [
        {
          at: NOW,
          run_id: "run-1",
          role: "proposer",
          task: "T-core-sum-add-001",
          module: "MM-0001",
          model: "claude-sonnet-5-5",
          prompt_version: "abcdef012345",
          request_id: "req_7",
          input_tokens: 1_000,
          output_tokens: 200,
          cache_read_tokens: 3_000,
          cache_write_tokens: 400,
          cost_usd: (1_000 * 2 + 200 * 10 + 3_000 * 0.2 + 400 * 2.5) / 1_000_000,
          outcome: "answered",
        },
      ],
    });
  });

  it("sends the schema, the effort, the limits, and markers after the prompt and after what is stable", async () => {
    const second = { ...TASK_FILE, title: "Contract", input: "module-contract", text: "adds" } as const;
    const { bodies, requests } = await ask([answer(A_SUM)], aQuestion({ given: [GATES, TASK_FILE, second] }));
    const cached = { type: "ephemeral" };
    expect(bodies[0]).toMatchObject({
      model: "claude-sonnet-5-5",
      max_tokens: 64_000,
      stream: true,
      system: [{ type: "text", text: "You add.", cache_control: cached }],
      output_config: {
        effort: "high",
        format: {
          type: "json_schema",
          schema: {
            type: "object",
            required: ["sum", "words"],
            additionalProperties: false,
            properties: { sum: { type: "integer" }, words: { type: "string" } },
          },
        },
      },
    });
    expect(bodies[0]?.messages).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "# Task\n\nAdd one and two." },
          { type: "text", text: "# Contract\n\nadds", cache_control: cached },
          { type: "text", text: "# Gates\n\nTASK_TEST_PASSES: FAILED" },
        ],
      },
    ]);
    expect(bodies[0]?.tools).toBeUndefined();
    expect(requests[0]?.headers["x-factory-question"]).toBe("proposer/T-core-sum-add-001/MM-0001.implement.1");
    expect(requests[0]?.headers.authorization).toBe("Bearer sk-secret");
  });

  it("is asked again when its answer is longer than anybody could use, and told by how much", async () => {
    const List = z.strictObject({ failures: z.array(z.string()) });
    const asked = { ...(aQuestion() as unknown as Question<z.infer<typeof List>>), Answer: List };
    const endless = { failures: Array.from({ length: 5_000 }, () => "again") };
    const { outcome, bodies } = await ask([answer(endless), answer({ failures: ["once"] })], asked);
    expect(outcome).toMatchObject({ kind: "answered", value: { failures: ["once"] } });
    expect(outcomes(outcome)).toEqual(["invalid", "answered"]);
    expect(JSON.stringify(bodies[1]?.messages)).toContain("failures has 5000 entries, and at most 1000 are taken");
  });

  it("puts no marker among what is given when nothing of it is stable", async () => {
    const { bodies } = await ask([answer(A_SUM)], aQuestion({ given: [GATES] }));
    expect(bodies[0]?.messages[0]?.content).toEqual([{ type: "text", text: "# Gates\n\nTASK_TEST_PASSES: FAILED" }]);
  });

  it("offers an answer that is a union under one field, and takes it out again", async () => {
    const Answer = z.discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("yes") }),
      z.strictObject({ kind: z.literal("no"), why: z.string() }),
    ]);
    const { read: _, ...asked } = aQuestion();
    const question: Question<z.infer<typeof Answer>> = { ...asked, Answer, check: accept };
    const { outcome, bodies } = await ask([answer({ answer: { kind: "no", why: "late" } })], question);
    expect(bodies[0]?.output_config.format?.schema).toMatchObject({ type: "object", required: ["answer"] });
    expect(outcome).toMatchObject({ kind: "answered", value: { kind: "no", why: "late" } });
  });

  it("leaves form and content to whoever reads the answer whole, and still tells the provider its schema", async () => {
    const seen: unknown[] = [];
    const read = async (candidate: unknown) => {
      seen.push(candidate);
      return seen.length === 1 ? refuse("no-sum", "sum: must be a number; words: must not be empty") : accept(A_SUM);
    };
    const { outcome, bodies } = await ask([answer({ sum: "3" }), answer(A_SUM)], aQuestion({ read }));
    expect(seen).toEqual([{ sum: "3" }, A_SUM]);
    expect(outcome).toMatchObject({ kind: "answered", value: A_SUM });
    expect(bodies[0]?.output_config.format?.schema).toMatchObject({ required: ["sum", "words"] });
    expect(JSON.stringify(bodies[1]?.messages)).toContain("sum: must be a number; words: must not be empty");
  });

  it("lists where the provider's search looked, each place once", async () => {
    const result = (url: string) => ({
      type: "web_search_result",
      url,
      title: url,
      encrypted_content: "x",
      page_age: null,
    });
    const search = {
      type: "web_search_tool_result",
      tool_use_id: "srv_1",
      content: [result("https://a.example"), result("https://b.example"), result("https://a.example")],
    };
    const question = aQuestion({ webSearch: true });
    const { outcome, bodies } = await ask([reply({ blocks: [search], text: JSON.stringify(A_SUM) })], question);
    expect(outcome).toMatchObject({ kind: "answered", sources: ["https://a.example", "https://b.example"] });
    expect(bodies[0]?.tools).toMatchObject([{ type: "web_search_20260318", name: "web_search" }]);
  });

  it("says what the provider searched for, and pays for each search", async () => {
    const asking = (id: string, query: string) => ({
      type: "server_tool_use",
      id,
      name: "web_search",
      input: { query },
    });
    const blocks = [asking("srv_1", "tags"), asking("srv_2", "tags"), asking("srv_3", "unicode tags")];
    const searching = reply({ blocks, text: JSON.stringify(A_SUM), usage: { input: 0, output: 0, searches: 3 } });
    const { outcome } = await ask([searching], aQuestion({ webSearch: true }));
    expect(outcome).toMatchObject({ kind: "answered", queries: ["tags", "unicode tags"] });
    expect(outcome.usage).toMatchObject([{ web_searches: 3, cost_usd: 0.03 }]);
  });

  it("goes on with a turn that the provider paused", async () => {
    const paused = reply({ text: "searching", stop: "pause_turn" });
    const { outcome, bodies } = await ask([paused, answer(A_SUM)]);
    expect(bodies[1]?.messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
    expect(outcome).toMatchObject({ kind: "answered", value: A_SUM });
    expect(outcomes(outcome)).toEqual(["answered", "answered"]);
  });
});

describe("an answer that cannot be used", () => {
  it("is asked for again with the exact problems of its schema", async () => {
    const { outcome, bodies } = await ask([answer({ sum: -1, words: "" }), answer(A_SUM)]);
    expect(outcome).toMatchObject({ kind: "answered", value: A_SUM });
    expect(outcomes(outcome)).toEqual(["invalid", "answered"]);
    const [, wrong, again] = bodies[1]?.messages ?? [];
    expect(wrong).toMatchObject({ role: "assistant", content: [{ type: "text", text: '{"sum":-1,"words":""}' }] });
    const text = again?.content[0]?.text ?? "";
    const { error } = Sum.safeParse({ sum: -1, words: "" });
    for (const { path, message } of error?.issues ?? []) expect(text).toContain(`- ${path.join(".")}: ${message}`);
    expect(text).toContain("2 tries are left");
  });

  it("is asked for again with the words of the check", async () => {
    const check = (sum: Sum) => (sum.sum === 3 ? accept(sum) : refuse("wrong", "1 and 2 are 3, not that."));
    const { outcome, bodies } = await ask([answer({ sum: 4, words: "four" }), answer(A_SUM)], aQuestion({ check }));
    expect(bodies[1]?.messages.at(-1)?.content[0]?.text).toContain("- 1 and 2 are 3, not that.\n");
    expect(outcome).toMatchObject({ kind: "answered", value: A_SUM });
  });

  it("is reported when it is not JSON at all", async () => {
    const { bodies } = await ask([reply({ text: "The sum is three." }), answer(A_SUM)]);
    expect(bodies[1]?.messages.at(-1)?.content[0]?.text).toContain("the answer is not JSON");
  });

  it.each([
    [0, 1],
    [1, 2],
    [2, 3],
  ])("is asked for again at most %i times, and every call is counted", async (reAsks, calls) => {
    const wrong = () => answer({ sum: -1, words: "x" });
    const { outcome, bodies } = await ask([wrong(), wrong(), wrong(), wrong()], aQuestion({ reAsks }));
    expect(bodies).toHaveLength(calls);
    expect(outcome).toMatchObject({ kind: "invalid", last: '{"sum":-1,"words":"x"}' });
    expect(outcome.kind === "invalid" && outcome.problems).toHaveLength(1);
    expect(outcomes(outcome)).toEqual(Array.from({ length: calls }, () => "invalid"));
  });

  it("says before the last try that it is the last", async () => {
    const { bodies } = await ask([answer({}), answer(A_SUM)], aQuestion({ reAsks: 1 }));
    expect(bodies[1]?.messages.at(-1)?.content[0]?.text).toContain("This is the last try.");
  });
});

describe("a question with tools", () => {
  const tools = [echo("read"), echo("write")];

  it("offers each tool with its schema, and last the one that hands in", async () => {
    const { bodies } = await ask([submit(A_SUM)], aQuestion({ tools }));
    expect(bodies[0]?.tools).toMatchObject([
      { name: "read", description: "Says it again (read).", input_schema: { type: "object", required: ["text"] } },
      { name: "write" },
      { name: "submit", input_schema: { type: "object", properties: { sum: { type: "integer", minimum: 0 } } } },
    ]);
    expect(bodies[0]?.tools).toHaveLength(3);
    expect(bodies[0]?.output_config).toEqual({ effort: "high" });
  });

  it("runs every call of a turn, in order, and sends all results back in one message", async () => {
    const both = reply({
      thinking: "First read, then write.",
      calls: [
        { id: "toolu_1", name: "read", input: { text: "a" } },
        { id: "toolu_2", name: "write", input: { text: "b" } },
      ],
    });
    const { outcome, bodies } = await ask([both, submit(A_SUM)], aQuestion({ tools }));
    const [, said, results] = bodies[1]?.messages ?? [];
    expect(said?.content).toMatchObject([
      { type: "thinking", thinking: "First read, then write.", signature: "signed" },
      { type: "tool_use", id: "toolu_1", name: "read", input: { text: "a" } },
      { type: "tool_use", id: "toolu_2", name: "write", input: { text: "b" } },
    ]);
    expect(results).toEqual({
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "toolu_1", content: "read: a", is_error: false },
        {
          type: "tool_result",
          tool_use_id: "toolu_2",
          content: "write: b",
          is_error: false,
          cache_control: { type: "ephemeral" },
        },
      ],
    });
    expect(outcome).toMatchObject({
      kind: "answered",
      value: A_SUM,
      calls: [
        { name: "read", input: { text: "a" } },
        { name: "write", input: { text: "b" } },
        { name: "submit", input: A_SUM },
      ],
    });
    expect(outcomes(outcome)).toEqual(["answered", "answered"]);
  });

  it("marks only the end of what was said so far, beside prompt and stable givens", async () => {
    const call = reply({ calls: [{ name: "read", input: { text: "a" } }] });
    const { bodies } = await ask([call, call, submit(A_SUM)], aQuestion({ tools }));
    const marked = bodies[2]?.messages.map(({ content }) => content.filter((block) => block.cache_control).length);
    expect(marked).toEqual([1, 0, 0, 0, 1]);
  });

  it.each([
    [
      "a tool that does not exist",
      { name: "shell", input: { text: "a" } },
      "There is no tool shell. You have: read, write.",
    ],
    ["an input that is wrong", { name: "read", input: { text: 1 } }, "The input of read is wrong. text: "],
  ])("lets the role read its mistake: %s", async (_, call, words) => {
    const { outcome, bodies } = await ask([reply({ calls: [call] }), submit(A_SUM)], aQuestion({ tools }));
    const [result] = bodies[1]?.messages.at(-1)?.content ?? [];
    expect(result).toMatchObject({ type: "tool_result", is_error: true });
    expect(result?.content).toContain(words);
    expect(outcome).toMatchObject({ kind: "answered", value: A_SUM });
  });

  it("asks again under the call that handed in a wrong answer", async () => {
    const { outcome, bodies } = await ask([submit({ sum: 1 }), submit(A_SUM)], aQuestion({ tools }));
    const [result] = bodies[1]?.messages.at(-1)?.content ?? [];
    expect(result).toMatchObject({ type: "tool_result", tool_use_id: "toolu_0", is_error: true });
    expect(result?.content).toContain("words: ");
    expect(outcomes(outcome)).toEqual(["invalid", "answered"]);
  });

  it("shows broken JSON as what it is", async () => {
    const { bodies } = await ask([reply({ brokenJson: '{"sum": 3, "wor' }), submit(A_SUM)], aQuestion({ tools }));
    expect(bodies[1]?.messages[1]?.content[0]).toMatchObject({ input: { broken_json: '{"sum": 3, "wor' } });
    expect(bodies[1]?.messages.at(-1)?.content[0]?.content).toContain("sum: ");
  });

  it("reminds a role that ends its turn without handing in, as often as an invalid answer", async () => {
    const talk = reply({ text: "I am done." });
    const { outcome, bodies } = await ask([talk, talk, talk, talk], aQuestion({ tools }));
    expect(bodies).toHaveLength(3);
    expect(bodies[1]?.messages.at(-1)?.content[0]?.text).toContain("without a call of submit");
    expect(outcome).toMatchObject({ kind: "invalid", last: "I am done." });
  });

  it("does not take an answer from a turn in which a tool failed, and does not hold it against the role", async () => {
    const hasty = reply({
      calls: [
        { id: "toolu_1", name: "read", input: {} },
        { id: "toolu_2", name: "submit", input: A_SUM },
      ],
    });
    const { outcome, bodies } = await ask([hasty, submit(A_SUM)], aQuestion({ tools, reAsks: 0 }));
    expect(bodies[1]?.messages.at(-1)?.content[1]?.content).toContain("Not taken: read failed in the same turn.");
    expect(outcome).toMatchObject({ kind: "answered", value: A_SUM });
  });

  it("takes an answer that comes together with calls that went well", async () => {
    const ran: unknown[] = [];
    const run = async (input: unknown) => {
      ran.push(input);
      return { text: "", isError: false };
    };
    const write = { ...echo("write"), run };
    const together = reply({
      calls: [
        { name: "submit", input: A_SUM },
        { name: "write", input: { text: "b" } },
      ],
    });
    const { outcome, bodies } = await ask([together], aQuestion({ tools: [write] }));
    expect(bodies).toHaveLength(1);
    expect(ran).toEqual([{ text: "b" }]);
    expect(outcome.kind).toBe("answered");
  });

  it("refuses two answers in one turn", async () => {
    const twice = reply({
      calls: [
        { id: "toolu_1", name: "submit", input: A_SUM },
        { id: "toolu_2", name: "submit", input: A_SUM },
      ],
    });
    const { bodies } = await ask([twice, submit(A_SUM)], aQuestion({ tools }));
    expect(bodies[1]?.messages.at(-1)?.content).toHaveLength(2);
    expect(bodies[1]?.messages.at(-1)?.content[0]?.content).toContain("submit was called 2 times");
  });

  it("sends a word for an empty result, because the provider takes no empty one", async () => {
    const quiet = { ...echo("read"), run: async () => ({ text: "", isError: false }) };
    const call = reply({ calls: [{ name: "read", input: { text: "a" } }] });
    const { bodies } = await ask([call, submit(A_SUM)], aQuestion({ tools: [quiet] }));
    expect(bodies[1]?.messages.at(-1)?.content[0]?.content).toBe("(empty)");
  });

  it("fails, with its usage, when a tool breaks", async () => {
    const broken = { ...echo("read"), run: () => Promise.reject(new Error("no route to host")) };
    const { outcome } = await ask(
      [reply({ calls: [{ name: "read", input: { text: "a" } }] })],
      aQuestion({ tools: [broken] }),
    );
    expect(outcome).toMatchObject({ kind: "failed", why: "The tool read broke: no route to host." });
    expect(outcome).not.toHaveProperty("passing");
    expect(outcome.usage).toHaveLength(1);
  });

  it.each([401, 408, 500, 502, 503, 504])(
    "may be asked again later when a tool breaks because whoever it asked answers %d",
    async (status) => {
      const away = Object.assign(new Error("Server Error"), { status });
      const broken = { ...echo("read"), run: () => Promise.reject(away) };
      const { outcome } = await ask(
        [reply({ calls: [{ name: "read", input: { text: "a" } }] })],
        aQuestion({ tools: [broken] }),
      );
      expect(outcome).toMatchObject({ kind: "failed", passing: {}, why: "The tool read broke: Server Error." });
      expect(outcomes(outcome)).toEqual(["answered"]);
    },
  );

  it("waits, with its usage, when a tool meets GitHub's limit: nothing has failed", async () => {
    const limit = new LimitedUntil(Date.parse("2026-03-01T13:00:00Z"), "GitHub limits this installation");
    const busy = { ...echo("read"), run: () => Promise.reject(limit) };
    const { outcome } = await ask(
      [reply({ calls: [{ name: "read", input: { text: "a" } }] })],
      aQuestion({ tools: [busy] }),
    );
    expect(outcome).toMatchObject({ kind: "limited", until: limit.until, limit: "GitHub limits this installation" });
    expect(outcomes(outcome)).toEqual(["answered"]);
  });

  it("gives up after a fixed number of turns", async () => {
    const call = reply({ calls: [{ name: "read", input: { text: "a" } }] });
    const endless = Array.from({ length: MAX_TURNS + 1 }, () => call);
    const { outcome, bodies } = await ask(endless, aQuestion({ tools }));
    expect(bodies).toHaveLength(60);
    expect(outcome).toMatchObject({ kind: "failed", why: "The model made 60 turns without handing in an answer." });
    expect(outcome.usage).toHaveLength(60);
  });

  it("clears old tool results when the window is nearly full, and nothing else", async () => {
    const call = (text: string, input: number) =>
      reply({ calls: [{ id: `toolu_${text[0]}`, name: "read", input: { text } }], usage: { input } });
    const long = (letter: string) => letter.repeat(1_000);
    const served = [
      call(long("a"), 10),
      call(long("b"), 10),
      call(long("c"), 599_000),
      call(long("d"), 599_900),
      submit(A_SUM),
    ];
    const { bodies } = await ask(served, aQuestion({ tools }));
    const results = (index: number) =>
      bodies[index]?.messages.flatMap(({ content }) => content.flatMap((block) => block.content ?? []));
    // Beyond 60% of a million only with what the tools have found since.
    expect(results(3)).toEqual(["a", "b", "c"].map((letter) => `read: ${long(letter)}`));
    expect(results(4)).toEqual([
      "[cleared to save space: the result of read, 1006 characters; call it again if you need it]",
      "[cleared to save space: the result of read, 1006 characters; call it again if you need it]",
      `read: ${long("c")}`,
      `read: ${long("d")}`,
    ]);
    expect(bodies[4]?.messages[0]?.content.map(({ text }) => text)).toEqual(
      bodies[0]?.messages[0]?.content.map(({ text }) => text),
    );
  });
});

describe("trouble", () => {
  it("is failure after one attempt where failure_actions has a person asked about the first crash", async () => {
    const config = Config.parse({ failure_actions: { "impl-crash": "escalate" } });
    const { outcome, waits } = await ask([failure(529, "overloaded_error")], aQuestion({ config }));
    expect(outcomes(outcome)).toEqual(["overloaded"]);
    expect(waits).toEqual([]);
  });

  it.each([
    ["429", failure(429, "rate_limit_error")],
    ["529", failure(529, "overloaded_error")],
    ["503", failure(503, "api_error")],
    ["an overload in the middle", reply({ text: "{" }, { after: 4, by: "error", type: "overloaded_error" })],
  ])("is overload after three attempts: %s", async (_, served) => {
    const { outcome, bodies, waits } = await ask([served, served, served, answer(A_SUM)]);
    expect(bodies).toHaveLength(3);
    expect(waits).toEqual([1_000, 4_000]);
    expect(outcome.kind).toBe("overloaded");
    expect(outcomes(outcome)).toEqual(["overloaded", "overloaded", "overloaded"]);
  });

  it.each([
    ["500", failure(500, "api_error")],
    ["408", failure(408, "timeout_error")],
    ["409", failure(409, "api_error")],
    ["a fault in the middle", reply({ text: "{" }, { after: 4, by: "error", type: "api_error" })],
    ["a stream that is cut", reply({ text: "{" }, { after: 4, by: "cut" })],
    ["a stream that is cut at once", reply({ text: "{" }, { after: 0, by: "cut" })],
  ])("is failure after three attempts: %s", async (_, served) => {
    const { outcome, bodies } = await ask([served, served, served, answer(A_SUM)]);
    expect(bodies).toHaveLength(3);
    expect(outcome.kind).toBe("failed");
    expect(outcomes(outcome)).toEqual(["failed", "failed", "failed"]);
  });

  it.each([
    ["400", failure(400, "invalid_request_error")],
    ["401", failure(401, "authentication_error")],
    ["403", failure(403, "permission_error")],
    ["404", failure(404, "not_found_error")],
    ["413", failure(413, "request_too_large")],
  ])("that no repetition mends is not repeated: %s", async (status, served) => {
    const { outcome, bodies } = await ask([served, answer(A_SUM)]);
    expect(bodies).toHaveLength(1);
    expect(outcome).toMatchObject({
      kind: "failed",
      why: `The model's provider failed with status ${status}: told to answer ${status} (request req_${status}).`,
      usage: [{ request_id: `req_${status}`, input_tokens: 0, output_tokens: 0, cost_usd: 0 }],
    });
  });

  it("that passes leaves the answer, and a line for each attempt", async () => {
    const cut = reply(
      { text: "{", usage: { input: 700, cacheWrite: 50 }, requestId: "req_cut" },
      { after: 4, by: "cut" },
    );
    const { outcome } = await ask([failure(529, "overloaded_error"), cut, answer(A_SUM)]);
    expect(outcome).toMatchObject({ kind: "answered", value: A_SUM });
    expect(outcomes(outcome)).toEqual(["overloaded", "failed", "answered"]);
    expect(outcome.usage[1]).toMatchObject({
      request_id: "req_cut",
      input_tokens: 700,
      output_tokens: 1,
      cache_write_tokens: 50,
    });
  });

  it("waits as long as the provider asks, in seconds or milliseconds", async () => {
    const seconds = failure(429, "rate_limit_error", { "retry-after": "7" });
    const milliseconds = failure(429, "rate_limit_error", { "retry-after-ms": "250", "retry-after": "7" });
    const { waits } = await ask([seconds, milliseconds, answer(A_SUM)]);
    expect(waits).toEqual([7_000, 250]);
  });

  it.each([
    [LONGEST_WAIT_MS / 1_000, "answered"],
    [LONGEST_WAIT_MS / 1_000 + 1, "overloaded"],
  ])("does not sleep in a job: asked to wait %i seconds it ends as %s", async (seconds, kind) => {
    const { outcome } = await ask([
      failure(429, "rate_limit_error", { "retry-after": String(seconds) }),
      answer(A_SUM),
    ]);
    expect(outcome.kind).toBe(kind);
    if (outcome.kind === "overloaded") expect(outcome.retryAfterMs).toBe(seconds * 1_000);
  });

  it("says of a failure whether the same question may well be answered later", async () => {
    const broken = await ask(Array.from({ length: 3 }, () => failure(500, "api_error")));
    expect(broken.outcome).toMatchObject({ kind: "failed", passing: {} });
    const wrong = await ask([failure(400, "invalid_request_error")]);
    expect(wrong.outcome.kind).toBe("failed");
    expect(wrong.outcome).not.toHaveProperty("passing");
  });

  it("is failure when nothing more comes for too long, however it begins, and is not repeated", async () => {
    const config = limited({ timeout_seconds: 1.5 });
    const slow = reply({ text: "{", usage: { input: 300 } }, { after: 4, by: "stall" });
    const { outcome, bodies } = await ask([slow, answer(A_SUM)], aQuestion({ config }));
    expect(bodies).toHaveLength(1);
    expect(outcome).toMatchObject({ kind: "failed", why: "The model said nothing for 1.5 seconds." });
    expect(outcome.usage[0]).toMatchObject({ input_tokens: 300, outcome: "failed" });
    const { outcome: never } = await ask([silence], aQuestion({ config }));
    expect(never).toMatchObject({ kind: "failed", why: "The model said nothing for 1.5 seconds." });
    expect(never.usage[0]).toMatchObject({ request_id: null, input_tokens: 0 });
  });

  it("is no failure that an answer takes long, as long as more of it comes", async () => {
    const config = limited({ timeout_seconds: 1 });
    const { outcome, bodies } = await ask([slowly({ text: JSON.stringify(A_SUM) }, 200)], aQuestion({ config }));
    expect(bodies).toHaveLength(1);
    expect(outcome).toMatchObject({ kind: "answered", value: A_SUM });
  });

  it("is failure when an answer goes on and on", async () => {
    const config = limited({ timeout_seconds: 0.5 });
    const endless = slowly({ text: "{", thinking: "again ".repeat(2_000) }, 20);
    const { outcome, bodies } = await ask([endless, answer(A_SUM)], aQuestion({ config }));
    expect(bodies).toHaveLength(1);
    expect(outcome).toMatchObject({ kind: "failed", why: "The model took longer than 3 seconds." });
  });

  it("ends at once when the question is cancelled", async () => {
    const pause = new AbortController();
    const cancelling: Served = (response) => {
      reply({ text: "{", usage: { input: 300 } }, { after: 4, by: "stall" })(response);
      setTimeout(() => pause.abort(), 20);
    };
    const { outcome, bodies } = await ask([cancelling, answer(A_SUM)], aQuestion({ signal: pause.signal }));
    expect(bodies).toHaveLength(1);
    expect(outcome).toMatchObject({ kind: "failed", why: "The call was cancelled." });
  });

  it("ends at once when it is cancelled while it waits for another attempt", async () => {
    const pause = new AbortController();
    const server = await anthropicServer([
      (response) => {
        failure(529, "overloaded_error", { "retry-after": "20" })(response);
        // Long after the answer has come, and long before the next attempt.
        setTimeout(() => pause.abort(), 1_000);
      },
    ]);
    servers.push(server);
    const options = { apiKey: "sk-secret", baseUrl: server.url, clock: { now: () => NOW } };
    const outcome = await anthropicModel(options).ask(aQuestion({ signal: pause.signal }));
    expect(server.requests).toHaveLength(1);
    expect(outcome).toMatchObject({ kind: "failed", why: "The call was cancelled." });
    expect(outcomes(outcome)).toEqual(["overloaded"]);
  });

  it("asks before every call whether it may be made, and ends with what the others cost when it may not", async () => {
    const asked: NextTurn[] = [];
    const mayGoOn = async (next: NextTurn) => asked.push(next) < 3;
    const reading = reply({ calls: [{ name: "read", input: { text: "a".repeat(400) } }] });
    const { outcome, bodies } = await ask(
      [reading, reading, submit(A_SUM)],
      aQuestion({ tools: [echo("read")], mayGoOn }),
    );
    expect(bodies).toHaveLength(2);
    expect(outcome).toMatchObject({ kind: "stopped", calls: [{ name: "read" }, { name: "read" }] });
    expect(outcomes(outcome)).toEqual(["answered", "answered"]);
    expect(asked.map(({ usage }) => usage.length)).toEqual([0, 1, 2]);
    const [first, second, third] = asked.map(({ messageTokens }) => messageTokens);
    expect([second, third].map((tokens, at) => (tokens ?? 0) - ([first, second][at] ?? 0) > 200)).toEqual([true, true]);
  });

  it("does not repeat a failed call that may not be made again", async () => {
    const mayGoOn = async ({ usage }: NextTurn) => usage.length === 0;
    const { outcome, bodies } = await ask([failure(529, "overloaded_error"), answer(A_SUM)], aQuestion({ mayGoOn }));
    expect(bodies).toHaveLength(1);
    expect(outcome.kind).toBe("overloaded");
    expect(outcomes(outcome)).toEqual(["overloaded"]);
  });

  it("makes no call at all for a question that was cancelled before", async () => {
    const { outcome, bodies } = await ask([answer(A_SUM)], aQuestion({ signal: AbortSignal.abort() }));
    expect(bodies).toHaveLength(0);
    expect(outcome).toMatchObject({ kind: "failed", why: "The call was cancelled.", usage: [] });
  });
});

describe("an end without an answer", () => {
  it("is a refusal, with the provider's words or without", async () => {
    const { outcome } = await ask([reply({ stop: "refusal", explanation: "That would be harmful." })]);
    expect(outcome).toMatchObject({ kind: "refused", why: "That would be harmful." });
    expect(outcomes(outcome)).toEqual(["refused"]);
    const silent = await ask([reply({ stop: "refusal" })]);
    expect(silent.outcome).toMatchObject({ kind: "refused", why: "The model refused, without saying why." });
  });

  it.each([
    ["max_tokens", "The answer is longer than max_tokens of this role allows."],
    ["model_context_window_exceeded", "The conversation no longer fits into the model's context window."],
  ])("is truncation: %s", async (stop, why) => {
    const { outcome, bodies } = await ask([reply({ text: JSON.stringify(A_SUM), stop, usage: { output: 64_000 } })]);
    expect(outcome).toMatchObject({ kind: "truncated", why, usage: [{ output_tokens: 64_000, outcome: "truncated" }] });
    expect(bodies).toHaveLength(1);
  });
});

describe("money and sight", () => {
  it("a model without a price costs an unknown amount, never zero", async () => {
    const { outcome } = await ask([answer(A_SUM)], aQuestion({ config: limited({ name: "local-model" }) }));
    expect(outcome.usage[0]).toMatchObject({ model: "local-model", cost_usd: null });
  });

  it.each([
    ["challenger", "challenge", "implementation-source"],
    ["proposer", "implement", "challenge"],
    ["proposer", "revise", "adjudication"],
    ["arbiter", "adjudicate", "workspace"],
  ] as const)("the %s is not asked to %s when given %s, and nothing is sent", async (role, activity, input) => {
    const { subject } = aQuestion();
    const question = aQuestion({
      role,
      subject: { ...subject, activity },
      given: [{ ...TASK_FILE, input }],
    });
    await expect(ask([answer(A_SUM)], question)).rejects.toThrow(`the ${role} must not be given ${input}`);
    expect(servers[0]?.requests).toEqual([]);
  });

  it.each([
    ["revise", "challenge"],
    ["amend", "adjudication"],
  ] as const)("when asked to %s the proposer is given the %s", async (activity, input) => {
    const { subject } = aQuestion();
    const question = aQuestion({ subject: { ...subject, activity }, given: [{ ...TASK_FILE, input }] });
    expect((await ask([answer(A_SUM)], question)).outcome.kind).toBe("answered");
  });

  it("a question about nothing is a mistake of ours", async () => {
    await expect(ask([answer(A_SUM)], aQuestion({ given: [] }))).rejects.toThrow("at least one given");
  });
});
