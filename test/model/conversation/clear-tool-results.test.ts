import { describe, expect, it } from "vitest";
import { clearToolResults, SHORT_RESULT } from "../../../src/model/conversation/clear-tool-results.js";
import type { Message } from "../../../src/model/message.js";

const opening: Message = { role: "user", content: [{ kind: "text", text: "x".repeat(9_000) }] };
const call = (id: string, name = "read"): Message => ({
  role: "assistant",
  content: [{ kind: "call", id, name, input: { path: "y".repeat(9_000) } }],
});
const result = (id: string, text: string): Message => ({
  role: "user",
  content: [{ kind: "result", call: id, text, isError: false }],
});
const LONG = "z".repeat(5_000);
const note = (tool: string) =>
  `[cleared to save space: the result of ${tool}, 5000 characters; call it again if you need it]`;

describe("clearing a conversation", () => {
  it("replaces tool results but those of the last two turns, each by a note with its tool and length", () => {
    const talk = [
      opening,
      call("1", "grep"),
      result("1", LONG),
      call("2"),
      result("2", LONG),
      call("3"),
      result("3", LONG),
    ];
    expect(clearToolResults(talk)).toEqual([opening, call("1", "grep"), result("1", note("grep")), ...talk.slice(3)]);
  });

  it("leaves a short result, and a note, as they are", () => {
    const talk = [opening, call("1"), result("1", "ok"), call("2"), result("2", LONG), call("3"), result("3", LONG)];
    const longer = [...talk, call("4"), result("4", LONG)];
    const once = clearToolResults(longer);
    expect(once[2]).toEqual(result("1", "ok"));
    expect(once[4]).toEqual(result("2", note("read")));
    expect(clearToolResults(once)).toEqual(once);
  });

  it("calls a result short up to a fixed length", () => {
    const talk = (length: number) => [
      ...[opening, call("1"), result("1", "z".repeat(length))],
      ...[call("2"), result("2", LONG), call("3"), result("3", LONG)],
    ];
    expect(clearToolResults(talk(SHORT_RESULT))).toEqual(talk(SHORT_RESULT));
    expect(clearToolResults(talk(SHORT_RESULT + 1))).not.toEqual(talk(SHORT_RESULT + 1));
  });

  it("keeps fewer turns where it must", () => {
    const talk = [opening, call("1"), result("1", LONG), call("2"), result("2", LONG)];
    expect(clearToolResults(talk, 1)).toEqual([opening, call("1"), result("1", note("read")), ...talk.slice(3)]);
  });

  it("has nothing to clear in a conversation of two turns", () => {
    const talk = [opening, call("1"), result("1", LONG), call("2"), result("2", LONG)];
    expect(clearToolResults(talk)).toEqual(talk);
  });
});
