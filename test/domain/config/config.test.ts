import { describe, expect, it } from "vitest";
import { Role } from "../../../src/domain/artifacts/producer.js";
import { Config } from "../../../src/domain/config/config.js";
import { GateOverride } from "../../../src/domain/config/gates-config.js";

const accepts = (raw: unknown) => Config.safeParse(raw).success;

describe("an empty configuration", () => {
  const config = Config.parse({});

  it.each([
    ["gates.preset", config.gates.preset, "auto"],
    ["test_command", config.test_command, null],
    ["validation_command", config.validation_command, null],
    ["validation_cadence", config.validation_cadence, "every"],
    ["validation_interval", config.validation_interval, 3],
    ["contract_mode", config.contract_mode, "STRICT"],
    ["semantic_assertions", config.semantic_assertions, "suggest"],
    ["budgets.warn_usd", config.budgets.warn_usd, 5],
    ["budgets.hard_usd", config.budgets.hard_usd, 25],
    ["execution_mode", config.execution_mode, "auto"],
    ["concurrency", config.concurrency, 1],
    ["max_files", config.max_files, 10],
    ["decompose_above_files", config.decompose_above_files, 4],
    ["ci", config.ci, "after-gates"],
    ["branch_prefix", config.branch_prefix, "factory"],
    ["labels.start", config.labels.start, "factory"],
    ["labels.quick", config.labels.quick, "factory:quick"],
    ["danger_mode.enabled", config.danger_mode.enabled, false],
    ["merge_methods[0]", config.merge_methods[0], "squash"],
    ["clarity.min_characters", config.clarity.min_characters, 10],
    ["embedder.kind", config.embedder.kind, "local"],
  ])("has %s", (_, actual, expected) => {
    expect(actual).toBe(expected);
  });

  it("has the retry budget of the rules", () => {
    expect(config.retries).toEqual({ invalid_answers: 2, gate_attempts: 3, revisions: 2, challenger_reasks: 2 });
  });

  it("has the sizing constants of the formula", () => {
    expect(config.sizing).toMatchObject({
      system_prompt_overhead: 2000,
      plan_context: 1500,
      sop_context_reserve: 4000,
      response_headroom: 6400,
      safety_margin: 0.15,
      task_share: 0.4,
      compact_threshold: 0.6,
      characters_per_token: 4,
      generated_file_tokens: 100,
    });
  });

  it("has a model for every role, and a price for every model", () => {
    expect(Object.keys(config.models).sort()).toEqual([...Role.options].sort());
    for (const { name } of Object.values(config.models)) expect(Object.keys(config.prices)).toContain(name);
  });
});

describe("prices", () => {
  const local = { input: 0, output: 0, cache_read: 0, cache_write: 0, context_window: 32_000 };

  it("keeps the built-in ones beside an added one", () => {
    expect(Object.keys(Config.parse({ prices: { local } }).prices)).toEqual(
      expect.arrayContaining(["local", "claude-opus-5-5", "claude-sonnet-5-5", "claude-haiku-5-5"]),
    );
  });

  it("lets a built-in one be replaced", () => {
    expect(Config.parse({ prices: { "claude-opus-5-5": local } }).prices["claude-opus-5-5"]).toEqual(local);
  });
});

describe("limits", () => {
  it.each([
    [
      "retries can be lowered",
      { retries: { revisions: 0, gate_attempts: 1, invalid_answers: 0, challenger_reasks: 0 } },
      true,
    ],
    ["revisions cannot be raised", { retries: { revisions: 3 } }, false],
    ["gate attempts cannot be raised", { retries: { gate_attempts: 4 } }, false],
    ["invalid answers cannot be raised", { retries: { invalid_answers: 3 } }, false],
    ["re-asks cannot be raised", { retries: { challenger_reasks: 3 } }, false],
    ["there is at least one gate attempt", { retries: { gate_attempts: 0 } }, false],
    ["concurrency is at least 1", { concurrency: 0 }, false],
    ["concurrency is whole", { concurrency: 1.5 }, false],
    ["a budget is positive", { budgets: { hard_usd: 0 } }, false],
    ["a share is below 1", { sizing: { safety_margin: 1 } }, false],
    ["an interval is at least 1", { validation_interval: 0 }, false],
    ["a command is not blank", { test_command: "  " }, false],
    ["a branch prefix has no slash at its end", { branch_prefix: "factory/" }, false],
    ["a branch prefix may have a folder", { branch_prefix: "bots/factory" }, true],
    ["a branch prefix is safe for git", { branch_prefix: "a..b" }, false],
    ["an approver is a login", { approvers: ["octo-cat", "emu_acme"] }, true],
    ["an approver has no @", { approvers: ["@octocat"] }, false],
    ["an approver is no bot", { approvers: ["renovate[bot]"] }, false],
    ["a label fits GitHub", { labels: { start: "x".repeat(51) } }, false],
    ["there is a merge method", { merge_methods: [] }, false],
    ["an embedder over HTTP needs an address", { embedder: { kind: "http", model: "m", dimensions: 256 } }, false],
    [
      "an embedder over HTTP is complete",
      { embedder: { kind: "http", url: "https://e.example/v1", model: "m", dimensions: 256 } },
      true,
    ],
    [
      "an embedder is not a file",
      { embedder: { kind: "http", url: "file:///etc", model: "m", dimensions: 256 } },
      false,
    ],
    ["a cadence is one of three", { validation_cadence: "sometimes" }, false],
    ["a failure type is known", { failure_actions: { "test-flake": "ignore" } }, true],
    ["a failure action is known", { failure_actions: { "test-flake": "shrug" } }, false],
    ["a protected path cannot be taken back", { protected_paths: ["!.github"] }, false],
  ])("%s", (_, raw, valid) => {
    expect(accepts(raw)).toBe(valid);
  });
});

describe("gates", () => {
  it.each([
    ["a threshold for coverage", { name: "coverage", threshold: 80 }, true],
    ["a threshold for lint", { name: "lint", threshold: 80 }, false],
    ["a threshold above 100", { name: "coverage", threshold: 101 }, false],
    ["an override that changes nothing", { name: "lint" }, false],
    ["an optional linter", { name: "lint", required: false }, true],
    ["optional tests", { name: "test", required: false }, false],
    ["optional set-up", { name: "setup", required: false }, false],
    ["required tests", { name: "test", required: true }, true],
    ["another test command", { name: "test", command: "npm test" }, true],
    ["a format of the tests' report", { name: "test", command: "npx tap", format: "tap" }, true],
    ["a format of the linter's report", { name: "lint", command: "make lint", format: "tap" }, false],
    ["a format that nobody reads", { name: "test", command: "npm test", format: "html" }, false],
    ["an unknown step", { name: "deploy", required: true }, false],
  ])("%s", (_, override, valid) => {
    expect(GateOverride.safeParse(override).success).toBe(valid);
  });

  it("makes an additional gate required unless told otherwise", () => {
    const { gates } = Config.parse({ gates: { additional: [{ name: "migrations", command: "./check.sh" }] } });
    expect(gates.additional[0]?.required).toBe(true);
  });

  it("does not let an additional gate pose as a preset's step", () => {
    expect(accepts({ gates: { additional: [{ name: "test", command: "true" }] } })).toBe(false);
  });
});
