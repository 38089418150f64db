import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { sourceFiles } from "./imports.js";

const ROOT = fileURLToPath(new URL("../../src/", import.meta.url));
const texts = sourceFiles(ROOT).map((file) => [file, readFileSync(path.join(ROOT, file), "utf8")] as const);
const withPattern = (pattern: RegExp) => texts.filter(([, text]) => pattern.test(text)).map(([file]) => file);

describe("the sources", () => {
  it("start git in one place", () => {
    expect(withPattern(/(?:spawn|execFile|run)\(\s*\[?"git"/)).toEqual([]);
    expect(withPattern(/\["git", \[\]\]/)).toEqual(["git/run-git.ts"]);
  });

  it("tell a person from a bot in one place", () => {
    expect(withPattern(/endsWith\("\[bot\]"\)/)).toEqual(["commands/who-may.ts"]);
  });

  it("read the configuration in one place", () => {
    expect(withPattern(/\bresolveConfig\(/)).toEqual(["domain/config/resolve-config.ts", "yaml/read-config.ts"]);
  });

  /** A process begins there, and hands its environment on. */
  it("read the environment where a process begins, and for the processes that they start", () => {
    const entries = /^(?:main|register)\.ts$|^cli\/[\w-]+\/(?:run-|sandbox-options|sandbox-guide|with-state-branch)/;
    expect(withPattern(/\bprocess\.env\b/).filter((file) => !entries.test(file))).toEqual([
      "git/git-environment.ts",
      "sandbox/demo/built-product.ts",
      "sandbox/runner/machine.ts",
      "sandbox/start-app-process.ts",
    ]);
  });
});
