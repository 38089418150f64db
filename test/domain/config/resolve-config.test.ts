import { describe, expect, it } from "vitest";
import { Config } from "../../../src/domain/config/config.js";
import { resolveConfig } from "../../../src/domain/config/resolve-config.js";

const problems = (raw: unknown) =>
  resolveConfig(raw).deficiencies.map(({ severity, path, message }) => `${severity} ${path}: ${message}`);

describe("resolveConfig", () => {
  it.each([[{}], [null], [undefined]])("reads %j as all defaults", (raw) => {
    expect(resolveConfig(raw)).toEqual({ config: Config.parse({}), deficiencies: [] });
  });

  it.each([["text"], [[]], [3], [false], [""]])("refuses %j, which is no mapping", (raw) => {
    expect(resolveConfig(raw).config).toBeNull();
  });

  it("never falls back to defaults when something is wrong", () => {
    expect(resolveConfig({ concurrency: 0 }).config).toBeNull();
  });

  it("names field and path", () => {
    expect(resolveConfig({ budgets: { warn_usd: "five" } }).deficiencies).toMatchObject([
      { path: "budgets.warn_usd", field: "warn_usd", severity: "ERROR" },
    ]);
  });

  it("reports every problem at once, in one line each", () => {
    expect(resolveConfig({ concurrency: 0, ci: "never", budgets: { hard: 1, warn: 2 } }).deficiencies).toHaveLength(4);
  });
});

describe("an unknown key", () => {
  it("is one of the fifty that are named, and the others are counted", () => {
    const many = Object.fromEntries(Array.from({ length: 9_000 }, (_, key) => [`k${key}`, null]));
    const { config, deficiencies } = resolveConfig(many);
    expect(config).toBeNull();
    expect(deficiencies).toHaveLength(51);
    expect(deficiencies.at(-1)?.message).toBe("and 8950 more");
  });

  it.each([
    [{ buget: {} }, 'ERROR buget: unknown key "buget": did you mean "budgets"?'],
    [{ maxFiles: 3 }, 'ERROR maxFiles: unknown key "maxFiles": did you mean "max_files"?'],
    [{ gates: { presets: "go" } }, 'ERROR gates.presets: unknown key "presets": did you mean "preset"?'],
    [{ warn_usd: 3 }, 'ERROR warn_usd: unknown key "warn_usd": did you mean "budgets.warn_usd"?'],
    [
      { models: { proposer: { modle: "x", nmae: "x" } } },
      'ERROR models.proposer.nmae: unknown key "nmae": did you mean "name"?',
    ],
    [
      { gates: { additional: [{ name: "a", command: "b", requird: true }] } },
      'ERROR gates.additional[0].requird: unknown key "requird": did you mean "required"?',
    ],
    [
      { failure_actions: { "test-regresion": "ignore" } },
      'ERROR failure_actions.test-regresion: unknown key "test-regresion": did you mean "test-regression"?',
    ],
    [
      { embedder: { kind: "http", url: "https://e.example", model: "m", dimension: 8 } },
      'ERROR embedder.dimension: unknown key "dimension": did you mean "dimensions"?',
    ],
    [
      { prices: { mine: { input: 1, output: 1, cache_read: 1, cache_write: 1, contextwindow: 5 } } },
      'ERROR prices.mine.contextwindow: unknown key "contextwindow": did you mean "context_window"?',
    ],
  ])("in %j is answered with the nearest one", (raw, expected) => {
    expect(problems(raw)).toContain(expected);
  });

  it("with nothing near is answered with what is known there", () => {
    expect(problems({ danger_mode: { telemetry: true } })).toEqual([
      'ERROR danger_mode.telemetry: unknown key "telemetry": known here: enabled, paths',
    ]);
  });
});

describe("rules between fields", () => {
  const price = { input: 1, output: 1, cache_read: 1, cache_write: 1, context_window: 9_000 };

  it.each([
    [
      "a step overridden twice",
      {
        gates: {
          overrides: [
            { name: "lint", required: false },
            { name: "lint", command: "x" },
          ],
        },
      },
      "ERROR gates.overrides",
    ],
    [
      "two gates of one name",
      {
        gates: {
          additional: [
            { name: "a", command: "b" },
            { name: "a", command: "c" },
          ],
        },
      },
      "ERROR gates.additional",
    ],
    ["a merge method twice", { merge_methods: ["squash", "squash"] }, "ERROR merge_methods"],
    ["two labels that GitHub takes for one", { labels: { start: "Bot", quick: "bot" } }, "ERROR labels"],
    ["danger mode without a path", { danger_mode: { enabled: true } }, "ERROR danger_mode.paths"],
    [
      "danger mode for workflows",
      { danger_mode: { enabled: true, paths: [".github/workflows/ci.yml"] } },
      "ERROR danger_mode.paths",
    ],
    ["danger mode for state", { danger_mode: { enabled: true, paths: ["/.Factory"] } }, "ERROR danger_mode.paths"],
    ["danger paths while it is off", { danger_mode: { paths: ["Makefile"] } }, "WARNING danger_mode.paths"],
    ["a warning above the limit", { budgets: { warn_usd: 26 } }, "WARNING budgets.warn_usd"],
    ["a split size above the limit", { decompose_above_files: 11 }, "WARNING decompose_above_files"],
    ["a model without a price", { models: { judge: { name: "mystery" } } }, "WARNING models.judge.name"],
    [
      "regressions that are ignored",
      { failure_actions: { "test-regression": "ignore" } },
      "WARNING failure_actions.test-regression",
    ],
    [
      "crashes that only warn",
      { failure_actions: { "impl-crash": "warn-continue" } },
      "ERROR failure_actions.impl-crash",
    ],
    [
      "red gates that are ignored",
      { failure_actions: { "validation-failure": "ignore" } },
      "ERROR failure_actions.validation-failure",
    ],
    [
      "money that is spent again",
      { failure_actions: { "budget-threshold": "auto-retry" } },
      "ERROR failure_actions.budget-threshold",
    ],
  ])("notice %s", (_, raw, expected) => {
    expect(problems(raw).map((line) => line.split(": ")[0])).toEqual([expected]);
    expect(resolveConfig(raw).config === null).toBe(expected.startsWith("ERROR"));
  });

  it.each([
    ["a warning at the limit", { budgets: { warn_usd: 25 } }],
    ["a split size at the limit", { decompose_above_files: 10 }],
    ["a priced model", { models: { judge: { name: "mystery" } }, prices: { mystery: price } }],
    ["danger mode that says what for", { danger_mode: { enabled: true, paths: ["Makefile"] } }],
    ["a regression that escalates", { failure_actions: { "test-regression": "escalate" } }],
    ["a flake that is ignored", { failure_actions: { "test-flake": "ignore" } }],
  ])("say nothing of %s", (_, raw) => {
    expect(problems(raw)).toEqual([]);
  });

  it("name the field as well as its path", () => {
    const fields = ({ deficiencies }: ReturnType<typeof resolveConfig>) => deficiencies.map(({ field }) => field);
    expect(fields(resolveConfig({ budgets: { warn_usd: 26 } }))).toEqual(["warn_usd"]);
    expect(fields(resolveConfig({ decompose_above_files: 11 }))).toEqual(["decompose_above_files"]);
  });

  it("do not take a name of Object's own for a price", () => {
    expect(problems({ models: { judge: { name: "constructor" } } })).toHaveLength(1);
  });
});
