import { describe, expect, it } from "vitest";
import { checkEvidence } from "../../../src/domain/enforcement/judge-evidence.js";

const files = new Map([["src/convert.ts", "export function convert(name: string) {\n  exec(`convert ${name}`);\n}\n"]]);
const judged = (evidence: string, holds = true) => checkEvidence({ holds, why: "by reading", evidence }, files).ok;

describe("a judge's evidence", () => {
  it.each([
    ["a line as it stands", "exec(`convert ${name}`);"],
    ["with its file", "src/convert.ts: exec(`convert ${name}`);"],
    ["with file and line", "src/convert.ts:2: exec(`convert ${name}`);"],
    ["in quotation marks", '"exec(`convert ${name}`);"'],
    ["with other white space", "exec( `convert ${name}` );"],
    ["one of several lines", "because of this:\nexport function convert(name: string) {"],
  ])("is found in the source: %s", (_, evidence) => {
    expect(judged(evidence)).toBe(true);
  });

  it.each([
    ["of code that is not there", "spawn(`convert ${name}`);"],
    ["of a few characters", "{ }"],
    ["of words about it", "The code looks safe."],
    ["of nothing but a file", "src/convert.ts"],
  ])("is refused: %s", (_, evidence) => {
    expect(judged(evidence)).toBe(false);
  });

  it("of something that is missing may name the file alone, if the statement does not hold", () => {
    expect(judged("src/convert.ts: nothing checks the name", false)).toBe(true);
    expect(judged("nothing checks the name", false)).toBe(false);
  });
});
