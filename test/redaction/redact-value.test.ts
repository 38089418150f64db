import { describe, expect, it } from "vitest";
import { redactValue } from "../../src/redaction/redact-value.js";

const redact = (text: string) => text.replaceAll("secret", "***");

describe("redacting a value", () => {
  it("reaches every text in it, keys and maps included", () => {
    const value = { a: "secret", b: [1, "x secret", { secret: null }], c: new Map([["secret", ["secret"]]]) };
    expect(redactValue(value, redact)).toEqual({
      a: "***",
      b: [1, "x ***", { "***": null }],
      c: new Map([["***", ["***"]]]),
    });
  });

  it("gives back the very same object where nothing was to be taken out", () => {
    const inner = { words: ["plain"], map: new Map([["k", "v"]]) };
    const value = { inner, other: "secret" };
    const result = redactValue(value, redact);
    expect(result).not.toBe(value);
    expect(result.inner).toBe(inner);
    expect(redactValue(inner, redact)).toBe(inner);
  });

  it("makes half a character a whole one: it could be neither stored nor hashed", () => {
    expect(redactValue(JSON.parse('{"half": "a\\ud83db", "whole": "\\ud83d\\ude00"}'), redact)).toEqual({
      half: "a\uFFFDb",
      whole: "😀",
    });
  });

  it("leaves what is no data alone", () => {
    const { signal } = new AbortController();
    const run = () => "secret";
    const value = { signal, run, at: new Date(0), nothing: undefined };
    expect(redactValue(value, redact)).toBe(value);
  });
});
