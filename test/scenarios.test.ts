import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { applyStateIntent } from "../src/domain/state/apply-state-intent.js";
import { checkState } from "../src/domain/state/check-state.js";
import { DispatchAnswer, selectForDispatch } from "../src/domain/state/dispatch.js";
import { ProjectState } from "../src/domain/state/project-state.js";
import { StateIntent } from "../src/domain/state/state-intent.js";
import { readYaml } from "../src/yaml.js";

/**
 * A scenario is a folder a person can review: the state before, what happened, the state after (or the refusal, and then
 * nothing changed), and what dispatch owes next with so many tasks allowed side by side.
 */
const SCENARIOS = fileURLToPath(new URL("../fixtures/scenarios/", import.meta.url));

const After = z.union([
  ProjectState,
  z.strictObject({ refusal: z.strictObject({ code: z.string(), message: z.string() }) }),
]);
const Owed = z.strictObject({ concurrency: z.int().min(1), answer: DispatchAnswer });

function read<S extends z.ZodType>(name: string, file: string, schema: S): z.output<S> {
  const path = join(SCENARIOS, name, file);
  const outcome = readYaml(path, readFileSync(path, "utf8"), schema);
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome.value;
}

const names = readdirSync(SCENARIOS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

describe("scenarios", () => {
  it("exist, and each has its four files and no others", () => {
    expect(names.length).toBeGreaterThanOrEqual(15);
    for (const name of names) {
      expect(readdirSync(join(SCENARIOS, name)).sort()).toEqual(["after.yml", "before.yml", "intent.yml", "owed.yml"]);
    }
  });

  it.each(names)("%s", (name) => {
    const before = read(name, "before.yml", ProjectState);
    const after = read(name, "after.yml", After);
    const owed = read(name, "owed.yml", Owed);
    expect(checkState(before)).toMatchObject({ ok: true });

    const outcome = applyStateIntent(before, read(name, "intent.yml", StateIntent));

    if ("refusal" in after) expect(outcome).toMatchObject({ ok: false, refusal: after.refusal });
    else expect(outcome).toEqual({ ok: true, value: after });
    const now = "refusal" in after ? before : after;
    expect(checkState(now)).toMatchObject({ ok: true });
    expect(selectForDispatch(now, { concurrency: owed.concurrency })).toEqual(owed.answer);
  });
});
