import { describe, expect, it } from "vitest";
import { placeFix } from "../../../../src/features/halts/fix/place-fix.js";
import type { TaskWork } from "../../../../src/features/modules/task-work.js";
import { aConfig } from "../../../support/config.js";
import { inWork, modules, PLAN } from "../../../support/halted.js";
import { FIRST_TASK } from "../../../support/loop.js";
import { HEAD } from "../../../support/observed.js";

const workWith = (change: Partial<TaskWork> = {}): TaskWork => {
  const work = inWork(change).work[FIRST_TASK];
  if (work === undefined) throw new Error("the first task is in work");
  return work;
};

describe("the module of a fix", () => {
  const place = (paths: readonly string[], change: Partial<TaskWork> = {}) =>
    placeFix(workWith(change), PLAN, { paths, rules: aConfig() });
  const shipped = modules().map((module) => ({ ...module, step: { step: "shipped", head: HEAD } as const }));

  it.each([
    [["src/tag.ts"], {}, "MM-0001"],
    [["src/tag.ts", "test/tag.test.ts", ".factory/modules/MM-0001/1.0.0/contract.yml"], {}, "MM-0001"],
    [["src/line.ts"], { modules: shipped }, "MM-0002"],
  ])("%j: %s", (paths, change, module_id) => {
    expect(place(paths, change)).toMatchObject({ ok: true, value: { module_id } });
  });

  it.each([
    [["src/line.ts"], {}],
    [["src/tag.ts", "src/line.ts"], { modules: shipped }],
    [[".factory/modules/MM-0001/1.0.0/ship.yml"], {}],
    [["src//tag.ts"], {}],
  ])("nowhere: %j", (paths, change) => {
    expect(place(paths, change)).toMatchObject({ ok: false, refusal: { code: "fix-outside-module" } });
  });

  it("nowhere, with the reason, when it brings a file that stays out of every commit", () => {
    const rules = aConfig({ ignore_patterns: ["coverage/**", "src/tag.ts"] });
    const placed = placeFix(workWith(), PLAN, {
      paths: ["coverage/index.html", "src/tag.ts", "test/tag.test.ts"],
      rules,
    });
    expect(placed).toMatchObject({ ok: false, refusal: { code: "fix-outside-module" } });
    expect(placed.ok ? "" : placed.refusal.message.split("\n")).toEqual([
      "coverage/index.html stays out of every commit (ignore_patterns in .factory/config.yml): leave it out",
      "src/tag.ts stays out of every commit (ignore_patterns in .factory/config.yml): leave it out",
    ]);
  });

  it("names no module when none could take one", () => {
    const waiting = modules().map((module) => ({ ...module, step: { step: "waiting" } as const }));
    expect(place(["src/tag.ts"], { modules: waiting })).toMatchObject({ refusal: { code: "nothing-to-fix" } });
  });
});
