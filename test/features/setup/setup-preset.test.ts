import { describe, expect, it } from "vitest";
import { setupPreset } from "../../../src/features/setup/setup-preset.js";
import { KIT } from "../../support/setup-kit.js";

const preset = (rootFiles: readonly string[], specText: string | null = null) => {
  const choice = setupPreset(KIT.presets, { rootFiles, specText });
  return choice.kind === "undecided" ? choice : { ...choice, preset: choice.preset.name };
};

describe("the preset that set-up proposes", () => {
  it.each([
    [["package.json", "src"], "node", "package.json"],
    [["package.json", "tsconfig.json"], "typescript", "tsconfig.json"],
    [["pyproject.toml"], "python", "pyproject.toml"],
    [["go.mod"], "go", "go.mod"],
    [["Cargo.toml"], "rust", "Cargo.toml"],
    [["pom.xml"], "java-maven", "pom.xml"],
  ])("of %j is %s", (rootFiles, name, by) => {
    expect(preset(rootFiles)).toEqual({ kind: "detected", preset: name, by });
  });

  it.each([
    ["A library in TypeScript.", "typescript"],
    ["A Python tool.", "python"],
    ["Written in Rust.", "rust"],
    ["A service in Go.", "go"],
    ["A Golang tool", "go"],
    ["Runs on Java 21", "java-maven"],
    ["Plain JavaScript", "node"],
    ["A Node.js server, unlike the Python one", "node"],
  ])("of an empty repository follows its spec: %s", (spec, name) => {
    expect(preset(["SPEC.md"], spec)).toEqual({ kind: "scaffold", preset: name, named: true });
  });

  it.each([["Go to the shop and trust nobody."], ["Rusty nails"], [""], [null]])(
    "of an empty repository whose spec names no language (%j) needs nothing installed",
    (spec) => {
      expect(preset(["SPEC.md"], spec)).toEqual({ kind: "scaffold", preset: "node", named: false });
    },
  );

  it.each([["README.md"], ["LICENSE"], ["LICENCE.txt"], [".gitignore"], [".github"], ["docs"], ["CHANGELOG.md"]])(
    "takes a repository with %s for empty",
    (file) => {
      expect(preset([file]).kind).toBe("scaffold");
    },
  );

  it.each([["main.c"], ["src"], ["Makefile"], ["SPEC.md.bak"]])("gives no scaffold to a repository with %s", (file) => {
    expect(preset(["SPEC.md", file], "Python")).toEqual({
      kind: "undecided",
      why: expect.stringContaining("no preset fits"),
    });
  });

  it("leaves the choice between two languages to a person", () => {
    expect(preset(["pom.xml", "go.mod"])).toEqual({
      kind: "undecided",
      why: expect.stringContaining("go, java-maven"),
    });
  });
});
