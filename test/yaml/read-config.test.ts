import { describe, expect, it } from "vitest";
import { Config } from "../../src/domain/config/config.js";
import { readConfig } from "../../src/yaml/read-config.js";

describe("a configuration", () => {
  it.each([undefined, "", "# nothing yet\n"])("has every default when its text is %j", (text) => {
    expect(readConfig(text)).toEqual({ ok: true, value: Config.parse({}) });
  });

  it.each([
    ["a misspelt key", "ci: required\nbuget: {}\n", '2: buget: unknown key "buget": did you mean "budgets"?'],
    [
      "a misspelt key in a list",
      "gates:\n  additional:\n    - name: a\n      command: b\n      requird: true\n",
      '5: gates.additional[0].requird: unknown key "requird": did you mean "required"?',
    ],
    ["a contradiction", "concurrency: 2\ndanger_mode: { enabled: true }\n", "2: danger_mode.paths: danger mode opens"],
    ["no mapping", "text\n", "1: "],
    ["broken YAML", "ci: [\n", "2: "],
  ])("with %s is refused with the line, the field and what to do", (_what, text, message) => {
    const outcome = readConfig(text);
    expect(outcome.ok).toBe(false);
    expect(outcome.ok ? "" : outcome.refusal.message).toContain(`.factory/config.yml:${message}`);
  });
});
