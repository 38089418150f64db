import { describe, expect, it } from "vitest";
import { introduction } from "../../src/cli/demo/demo-introduction.js";
import { nextSteps } from "../../src/cli/demo/demo-next-steps.js";
import { offTheRecord } from "../../src/cli/demo/demo-off-the-record.js";
import { fitTerminal } from "../../src/cli/fit-terminal.js";

const ORDINARY = 80;
const longest = (text: string) => Math.max(...text.split("\n").map(({ length }) => length));

describe("what the demo says besides its story", () => {
  it.each([
    ["the introduction", introduction({ model: "recorded", decide: false })],
    ["the introduction for who decides", introduction({ model: "recorded", decide: true })],
    ["the introduction with a real model", introduction({ model: "anthropic", decide: false })],
    ["the end of a story that was never recorded", offTheRecord("http://127.0.0.1:45741/acme/product/pull/6")],
    ["what there is to do next", nextSteps({ keep: false, decide: false }, ORDINARY)],
  ])("is written in lines that an ordinary terminal holds: %s", (_, text) => {
    expect(longest(text)).toBeLessThanOrEqual(ORDINARY);
  });

  it("is broken between words where a terminal is narrower, and left whole in a file", () => {
    const text = introduction({ model: "recorded", decide: true });
    const narrow = fitTerminal(text, { isTTY: true, columns: 50 });
    expect(longest(narrow)).toBeLessThanOrEqual(50);
    expect(narrow.split(/\s+/)).toEqual(text.split(/\s+/));
    expect(fitTerminal(text, {})).toBe(text);
  });
});
