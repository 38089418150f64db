import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fencedBlock } from "../../src/commands/fenced-block.js";
import { parseMarkdown } from "../../src/commands/markdown/parse-markdown.js";

describe("a fenced block", () => {
  it.each([
    ["plain", "a", "```yaml\na\n```"],
    ["one line end taken off", "a\n", "```yaml\na\n```"],
    ["two backticks inside", "``", "```yaml\n``\n```"],
    ["three backticks inside", "```", "````yaml\n```\n````"],
    ["runs of different length inside", "````` ```", "``````yaml\n````` ```\n``````"],
  ])("%s", (_, content, block) => {
    expect(fencedBlock(content, "yaml")).toBe(block);
  });

  it("gives back exactly what was put in, whatever it is", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("`", "```", "~~~", "a", " ", "\n", "> ", "<!--")), (parts) => {
        const content = parts.join("");
        const { children } = parseMarkdown(fencedBlock(content, "text"));
        expect(children).toMatchObject([{ type: "code", lang: "text", value: content.replace(/\n$/, "") }]);
      }),
    );
  });
});
