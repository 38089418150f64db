import { describe, expect, it } from "vitest";
import { createMasker } from "../../../../src/sandbox/runner/log/masker.js";
import { createStepLog } from "../../../../src/sandbox/runner/log/step-log.js";

const write = (lines: readonly string[], caps = { stepBytes: 20, lineLength: 10 }): string[] => {
  const shown: string[] = [];
  const masker = createMasker();
  masker.add("secret");
  const log = createStepLog({ masker, caps, emit: (line) => void shown.push(line) });
  for (const line of lines) log.write(line);
  log.end();
  return shown;
};

describe("the log of a step", () => {
  it("is masked", () => {
    expect(write(["a secret b"])).toEqual(["a *** b"]);
  });

  it("is kept up to its cap, line breaks counted", () => {
    expect(write(["123456789", "123456789"])).toEqual(["123456789", "123456789"]);
  });

  it("is cut visibly at its cap, and says how much is missing", () => {
    expect(write(["123456789", "1234567890", "x", "y"])).toEqual([
      "123456789",
      "[log cut: this step printed more than 20 bytes; it goes on, its output is no longer kept]",
      "[log cut: 3 further lines were not kept]",
    ]);
  });

  it("counts bytes, not characters", () => {
    expect(write(["ä".repeat(10)])[0]).toMatch(/^\[log cut/);
    expect(write(["ä".repeat(9)])).toEqual(["ä".repeat(9)]);
  });

  it("takes nothing more once it is cut, not even what would fit", () => {
    expect(write(["1234567890", "1234567890", "z"]).join()).not.toContain("z");
  });

  it("cuts a long line visibly, after masking it", () => {
    const caps = { stepBytes: 1000, lineLength: 10 };
    expect(write(["1234567890"], caps)).toEqual(["1234567890"]);
    expect(write(["1234567890ab"], caps)).toEqual(["1234567890 [line cut: 2 further characters]"]);
    // Without masking first, "secr" would stay in sight.
    expect(write(["123456secret"], caps)).toEqual(["123456***"]);
  });
});
