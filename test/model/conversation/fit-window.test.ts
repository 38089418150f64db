import { describe, expect, it } from "vitest";
import { Config } from "../../../src/domain/config/config.js";
import { fitWindow } from "../../../src/model/conversation/fit-window.js";
import type { Message, ResultBlock } from "../../../src/model/message.js";

const NO_USAGE = { input_tokens: 0, output_tokens: 0, cache_read_tokens: 0, cache_write_tokens: 0 };
const opening: Message = { role: "user", content: [{ kind: "text", text: "x".repeat(9_000) }] };

/** A turn that asks for so many results at once. */
const call = (...ids: readonly string[]): Message => ({
  role: "assistant",
  content: ids.map((id) => ({ kind: "call", id, name: "read", input: {} })),
});
const result = (id: string, characters: number, isError = false): ResultBlock => ({
  kind: "result",
  call: id,
  text: "z".repeat(characters),
  isError,
});
const results = (...content: readonly ResultBlock[]): Message => ({ role: "user", content: [...content] });

/** What is sent to a model with a window of so many tokens; a fifth of it is nobody's. */
function sent(
  past: readonly Message[],
  say: readonly Message[],
  { window = 50_000, usage = NO_USAGE, sizing = {} } = {},
): readonly Message[] {
  const reserves = { safety_margin: 0.2, response_headroom: 0, ...sizing };
  const config = Config.parse({ sizing: { assumed_context_window: window, ...reserves } });
  return fitWindow({ past, say, usage }, "a model that is not listed", config);
}

const shown = (messages: readonly Message[]) =>
  messages.flatMap(({ content }) => content.flatMap((block) => (block.kind === "result" ? [block.text] : [])));
const tokens = (messages: readonly Message[]) => JSON.stringify(messages).length / 4;
const isCleared = (text: string) => text.startsWith("[cleared to save space: the result of read, ");
const isLeftOut = (text: string) => text.startsWith("[not shown: ");

describe("what is sent next", () => {
  it("is everything while it fits", () => {
    const past = [opening, call("1")];
    const say = [results(result("1", 60_000))];
    expect(sent(past, say)).toEqual([...past, ...say]);
  });

  it.each([
    ["claude-opus-5-5", 600_000],
    ["a model that is not listed", 120_000],
  ])("to %s loses its old results beyond %i tokens, whoever counted them", (model, threshold) => {
    const past = [opening, call("1"), results(result("1", 5_000)), call("2"), results(result("2", 5_000)), call("3")];
    const say = [results(result("3", 4_000))];
    const filled = (counted: number) => {
      const usage = {
        ...NO_USAGE,
        input_tokens: counted - 3,
        output_tokens: 1,
        cache_read_tokens: 1,
        cache_write_tokens: 1,
      };
      return shown(fitWindow({ past, say, usage }, model, Config.parse({}))).map(isCleared);
    };
    expect(filled(threshold - 1_100)).toEqual([false, false, false]);
    // By what the provider has counted it is not beyond; with what the tools have found since it is.
    expect(filled(threshold - 900)).toEqual([true, false, false]);
  });

  it("keeps the results of the last turn alone where those of two do not fit", () => {
    const past = [opening, call("1"), results(result("1", 100_000)), call("2")];
    const next = sent(past, [results(result("2", 100_000))]);
    expect(shown(next).map(isCleared)).toEqual([true, false]);
    expect(tokens(next)).toBeLessThan(40_000);
    expect(next[0]).toEqual(opening);
  });

  it("fits when one turn asks for sixteen files at once: what is too much is left out, whole, and says so", () => {
    const ids = Array.from({ length: 16 }, (_, index) => String(index));
    const past = [opening, call(...ids)];
    const next = sent(past, [results(...ids.map((id) => result(id, 60_000)))], { window: 200_000 });
    expect(tokens(next)).toBeLessThan(160_000);
    expect(next.slice(0, 2)).toEqual(past);
    expect(shown(next).map(isLeftOut)).toEqual(ids.map((_, index) => index >= 10));
    expect(shown(next).at(-1)).toContain("the result of read, 60000 characters");
    expect(shown(next)[0]).toHaveLength(60_000);
  });

  it("leaves out the longest first, never what went wrong", () => {
    const past = [opening, call("1", "2", "3", "4")];
    const say = [results(result("1", 50_000), result("2", 150_000, true), result("3", 90_000), result("4", 300))];
    const all = shown(sent(past, say, { window: 60_000 }));
    expect(all.map(isLeftOut)).toEqual([true, false, true, false]);
    expect(shown(sent(past, say, { window: 70_000 })).map(isLeftOut)).toEqual([false, false, true, false]);
  });

  it("leaves out what is too long in a script whose letters are more than a quarter of a token", () => {
    const inChinese: ResultBlock = { kind: "result", call: "1", text: "\u5de5".repeat(60_000), isError: false };
    const [text] = shown(sent([opening, call("1")], [results(inChinese)]));
    expect(isLeftOut(text ?? "")).toBe(true);
  });

  it("goes out as it is when what may not be touched is too much by itself", () => {
    const large: Message = { role: "user", content: [{ kind: "text", text: "x".repeat(400_000) }] };
    const past = [large, call("1")];
    const next = sent(past, [results(result("1", 5_000))]);
    expect(next[0]).toEqual(large);
    expect(shown(next).map(isLeftOut)).toEqual([true]);
  });
});
