import { describe, expect, it } from "vitest";
import { estimateFileTokens, estimateTokens, mostTokens } from "../../../src/domain/budget/tokens.js";
import { aConfig } from "../../support/config.js";

const { sizing } = aConfig();

describe("estimateTokens", () => {
  it.each([
    ["", 0],
    ["a", 1],
    ["abcd", 1],
    ["abcde", 2],
    ["x".repeat(400), 100],
  ])("counts four characters a token: %j", (text, tokens) => {
    expect(estimateTokens(text, sizing)).toBe(tokens);
  });

  it("takes the ratio from configuration", () => {
    expect(estimateTokens("abcdefgh", { characters_per_token: 2 })).toBe(4);
  });
});

describe("the most tokens of a text", () => {
  it.each([
    ["", 0],
    ["abcd", 4],
    ["\u00e9", 2],
    ["\u5de5\u5382", 6],
    ["\u{1f600}", 4],
  ])("are its bytes: %j", (text, tokens) => {
    expect(mostTokens(text)).toBe(tokens);
  });
});

describe("estimateFileTokens", () => {
  it("adds up files, each rounded up", () => {
    const files = [
      { path: "a.ts", characters: 5 },
      { path: "b.ts", characters: 5 },
    ];
    expect(estimateFileTokens(files, sizing)).toBe(4);
  });

  it.each(["api/v1/user.pb.go", "go.sum", "package-lock.json", "web/Cargo.lock", "logo.png", "dist/app.min.js"])(
    "counts generated %s as 100, however large",
    (path) => {
      expect(estimateFileTokens([{ path, characters: 1_000_000 }], sizing)).toBe(100);
    },
  );

  it("counts a binary file as 100, however it is named", () => {
    expect(estimateFileTokens([{ path: "data", characters: 1_000_000, binary: true }], sizing)).toBe(100);
  });

  it("counts an ordinary file by its length", () => {
    expect(estimateFileTokens([{ path: "user.go", characters: 1_000_000 }], sizing)).toBe(250_000);
  });

  it("is nothing for no files", () => {
    expect(estimateFileTokens([], sizing)).toBe(0);
  });
});
