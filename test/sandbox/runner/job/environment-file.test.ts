import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseEnvironmentFile } from "../../../../src/sandbox/runner/job/environment-file.js";

describe("the file behind GITHUB_ENV and GITHUB_OUTPUT", () => {
  it.each([
    ["", {}],
    ["\n\n", {}],
    ["A=1\nB=2\n", { A: "1", B: "2" }],
    ["A=", { A: "" }],
    ["A=b=c", { A: "b=c" }],
    ["A=1<<2", { A: "1<<2" }],
    ["A<<E=F\nx\nE=F\n", { A: "x" }],
    ["A<<END\none\n\ntwo\nEND\nB=2", { A: "one\n\ntwo", B: "2" }],
    ["A<<END\nEND", { A: "" }],
    ["A<<END\n END\nEND", { A: " END" }],
    ["A<<END\nB=2\nEND", { A: "B=2" }],
    ["A=1\nA=2", { A: "2" }],
    ["A=1\r\nB<<E\r\nx\r\ny\r\nE\r\n", { A: "1", B: "x\ny" }],
    ["with space=1", { "with space": "1" }],
  ])("%j", (text, expected) => {
    expect(parseEnvironmentFile(text)).toEqual({ ok: true, value: expected });
  });

  it.each([
    ["no mark", "Invalid format 'no mark'"],
    ["=value", "Invalid format '=value'"],
    ["<<END\nx\nEND", "Invalid format '<<END'"],
    ["A<<\nx", "Invalid format 'A<<'"],
    ["A<<END\nx\n", "delimiter 'END' never comes"],
    ["A=1\0", "NUL"],
  ])("refuses %j", (text, words) => {
    expect(parseEnvironmentFile(text)).toMatchObject({
      ok: false,
      refusal: { code: "environment-file-invalid", message: expect.stringContaining(words) },
    });
  });

  it("gives back whatever was written as a heredoc", () => {
    const line = fc.string().filter((text) => !/[\r\n\0]/.test(text) && text !== "GHA_DELIMITER");
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), (lines) => {
        const value = lines.join("\n");
        const text = `NAME<<GHA_DELIMITER\n${value}\nGHA_DELIMITER\n`;
        expect(parseEnvironmentFile(text)).toEqual({ ok: true, value: { NAME: value } });
      }),
    );
  });
});
