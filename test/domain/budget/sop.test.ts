import { describe, expect, it } from "vitest";
import { applicableSops, SopFrontMatter, splitFrontMatter } from "../../../src/domain/budget/sop.js";
import { aSop } from "../../support/sop.js";

describe("the front matter", () => {
  const valid = { category: "sop", applies_to: "*.go", severity: "error" };

  it.each(["error", "warning", "info"])("knows severity %s", (severity) => {
    expect(SopFrontMatter.safeParse({ ...valid, severity }).success).toBe(true);
  });

  it.each([
    ["a list of patterns", { applies_to: ["*.go", "src/api"] }, true],
    ["an empty list", { applies_to: [] }, false],
    ["a pattern out of the repository", { applies_to: "../x" }, false],
    ["an unknown severity", { severity: "fatal" }, false],
    ["another category", { category: "datasheet" }, false],
    ["an unknown key", { priority: 1 }, false],
  ])("with %s", (_, changes, ok) => {
    expect(SopFrontMatter.safeParse({ ...valid, ...changes }).success).toBe(ok);
  });

  it.each(["category", "applies_to", "severity"])("needs %s", (field) => {
    expect(SopFrontMatter.safeParse({ ...valid, [field]: undefined }).success).toBe(false);
  });
});

describe("splitFrontMatter", () => {
  it.each([
    ["plain", "---\nseverity: error\n---\n# Title\ntext\n"],
    ["with carriage returns", "---\r\nseverity: error\r\n---\r\n# Title\ntext\r\n"],
    ["with a byte order mark", "\ufeff---\nseverity: error\n---\n# Title\ntext"],
    ["with spaces behind the fences", "---  \nseverity: error\n--- \n\n# Title\ntext"],
  ])("takes a document apart: %s", (_, text) => {
    const split = splitFrontMatter("a.md", text);
    expect(split.ok && split.value.frontMatter.trim()).toBe("severity: error");
    expect(split.ok && split.value.body).toBe("# Title\ntext");
  });

  it("leaves horizontal rules of the body alone", () => {
    const split = splitFrontMatter("a.md", "---\na: 1\n---\none\n\n---\n\ntwo");
    expect(split.ok && split.value.body).toBe("one\n\n---\n\ntwo");
  });

  it.each([
    ["# Title only", "sop-without-front-matter"],
    ["intro\n---\na: 1\n---\nbody", "sop-without-front-matter"],
    ["---\na: 1\nnever closed", "sop-without-front-matter"],
    ["---\na: 1\n---\n  \n", "sop-without-body"],
    ["", "sop-without-front-matter"],
  ])("refuses %j as %s and names the file", (text, code) => {
    const split = splitFrontMatter("errors.md", text);
    expect(!split.ok && split.refusal.code).toBe(code);
    expect(!split.ok && split.refusal.message).toContain("errors.md");
  });
});

describe("applicableSops", () => {
  const go = aSop({ name: "go.md" });
  const api = aSop({ name: "api.md", applies_to: ["src/api", "*.proto"], severity: "info" });

  it.each([
    [["cmd/main.go"], ["go.md"]],
    [["src/api/users.ts"], ["api.md"]],
    [
      ["deep/user.proto", "main.go"],
      ["go.md", "api.md"],
    ],
    [["README.md"], []],
    [[], []],
  ])("for %j are %j", (files, names) => {
    expect(applicableSops([go, api], files).map((sop) => sop.name)).toEqual(names);
  });
});
