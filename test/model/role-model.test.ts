import { describe, expect, it } from "vitest";
import type { Message } from "../../src/model/message.js";
import type { CallFailure, CallResult, ModelProvider, ModelReply } from "../../src/model/model-provider.js";
import { roleModel } from "../../src/model/role-model.js";
import { A_SUM, aQuestion, echo } from "../support/question.js";

const USAGE = { input_tokens: 10, output_tokens: 5, cache_read_tokens: 0, cache_write_tokens: 0 };
const reply = (content: ModelReply["content"]): ModelReply => ({
  kind: "reply",
  content,
  stopReason: "end_turn",
  refusal: null,
  model: "made-up",
  usage: USAGE,
  requestId: "r",
});
const overloaded: CallFailure = {
  kind: "failure",
  outcome: "overloaded",
  why: "busy",
  passing: true,
  retryAfter: 7_000,
  requestId: null,
  usage: USAGE,
};

/** A provider that nobody has heard of, with these answers. */
function ask(results: readonly CallResult[], question = aQuestion()) {
  const sent: (readonly Message[])[] = [];
  const waits: number[] = [];
  const names: string[] = [];
  const provider: ModelProvider = {
    open: () => async (messages) => {
      sent.push(messages);
      return results[sent.length - 1] ?? { kind: "unsent" };
    },
    searchesIn: ({ own: { asked, found } }) => ({ queries: [String(asked)], sources: [String(found)] }),
  };
  const model = roleModel({
    providerOf: (name) => {
      names.push(name);
      return provider;
    },
    clock: { now: () => "2026-01-31T12:00:00Z" },
    wait: async (milliseconds) => {
      waits.push(milliseconds);
    },
    name: "made-up",
  });
  return model.ask(question).then((outcome) => ({ outcome, sent, waits, names }));
}

describe("a model of any provider", () => {
  it("is asked at the provider that the role's settings name", async () => {
    const { names, outcome } = await ask([reply([{ kind: "text", text: JSON.stringify(A_SUM) }])]);
    expect(names).toEqual(["anthropic"]);
    expect(outcome).toMatchObject({ kind: "answered", value: A_SUM, usage: [{ ...USAGE, request_id: "r" }] });
  });

  it("runs tools, and sends back what the provider wants back, word for word", async () => {
    const said = [
      { kind: "thinking", text: "hm", own: { seal: "s" } },
      { kind: "call", id: "1", name: "read", input: { text: "a" } },
    ] as const;
    const handedIn = reply([{ kind: "call", id: "2", name: "submit", input: A_SUM }]);
    const { outcome, sent } = await ask([reply(said), handedIn], aQuestion({ tools: [echo("read")] }));
    expect(outcome).toMatchObject({ kind: "answered", value: A_SUM });
    expect(sent[1]?.slice(1)).toEqual([
      { role: "assistant", content: said },
      { role: "user", content: [{ kind: "result", call: "1", text: "read: a", isError: false }] },
    ]);
  });

  it("is called again when the provider says so, after the time that it asks for", async () => {
    const answer = reply([{ kind: "text", text: JSON.stringify(A_SUM) }]);
    const { outcome, waits } = await ask([overloaded, answer]);
    expect(waits).toEqual([7_000]);
    expect(outcome.usage.map((line) => line.outcome)).toEqual(["overloaded", "answered"]);
  });

  it("says where it searched, as its provider reads it", async () => {
    const searched = { kind: "provider", own: { asked: "tags", found: "https://a.example" } } as const;
    const { outcome } = await ask([reply([searched, { kind: "text", text: JSON.stringify(A_SUM) }])]);
    expect(outcome).toMatchObject({ queries: ["tags"], sources: ["https://a.example"] });
  });
});
