import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMasker } from "../../../../src/sandbox/runner/log/masker.js";

const masked = (secret: string, text: string): string => {
  const masker = createMasker();
  masker.add(secret);
  return masker.mask(text);
};

describe("a masker", () => {
  it.each([
    ["hunter2", "pass hunter2 and hunter2", "pass *** and ***"],
    ["a/b c", "url a%2Fb%20c", "url ***"],
    ['quo"te', String.raw`json quo\"te`, "json ***"],
    ["  padded  ", "it is padded!", "it is ***!"],
    ["one\ntwo-lines", "two-lines and one", "*** and ***"],
    ["", "nothing", "nothing"],
    ["   ", "a   b", "a   b"],
  ])("hides %j", (secret, text, expected) => {
    expect(masked(secret, text)).toBe(expected);
  });

  it("hides a secret inside Base64, whatever precedes it", () => {
    const secret = "ghs_0123456789abcdefghij";
    for (const prefix of ["", "x", "xy", "x-access-token:"]) {
      const encoded = Buffer.from(`${prefix}${secret}`).toString("base64");
      const shown = masked(secret, encoded);
      expect(shown).toContain("***");
      expect(Buffer.from(shown.replace("***", ""), "base64").toString()).not.toContain(secret.slice(4, 16));
    }
  });

  it("hides the longer of two secrets first", () => {
    const masker = createMasker();
    masker.add("abc");
    masker.add("abcdef");
    expect(masker.mask("abcdef")).toBe("***");
  });

  it("never lets a secret through", () => {
    const secret = fc.string({ minLength: 4, maxLength: 30 }).filter((text) => text.trim().length > 3);
    fc.assert(
      fc.property(secret, fc.string(), fc.string(), (text, before, after) => {
        const needle = text.trim();
        fc.pre(!"***".includes(needle) && !needle.includes("*"));
        expect(masked(text, `${before}${needle}${after}`)).not.toContain(needle);
      }),
    );
  });
});
