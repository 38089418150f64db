import type { Canary } from "../presets/preset.js";
import type { ReportedRun, ReportedTest } from "../readers/reported-run.js";

/** A test that fails on purpose. Its name is unknown before the run. */
export type PlacedCanary = { readonly id: string; readonly path: string; readonly text: string };

/**
 * Added to the module's own test file: code that manipulates assertions or the runner in its process then affects the
 * canary, too. Unless the canary is reported as failing, the rest of the report is not trusted
 * (decisions.md#reading-and-running-are-apart).
 */
export function placeCanary(
  canary: Canary,
  testFile: { readonly path: string; readonly text: string },
  id: string,
): PlacedCanary {
  if (canary.kind === "file") return { id, path: canary.path, text: canary.text.replaceAll("{canary}", id) };
  const isModule = canary.script === undefined || isEcmaScriptModule(testFile);
  const test = (isModule ? canary.module : (canary.script ?? canary.module)).replaceAll("{canary}", id);
  return { id, path: testFile.path, text: `${testFile.text}\n\n${test}` };
}

function isEcmaScriptModule({ path, text }: { readonly path: string; readonly text: string }): boolean {
  if (/\.m[jt]s$/.test(path)) return true;
  if (/\.c[jt]s$/.test(path)) return false;
  return /^[ \t]*(?:import\b(?!\s*\()|export\b)/m.test(text);
}

/** The state of the canaries. If their file could not be collected, the report is not trusted anyway. */
export type CanaryFate = "failed" | "passed" | "absent" | "none";

/** Removes canaries of earlier runs from a report: some tools find their compiled files after the source is gone. */
export function withoutStrays(run: ReportedRun, ids: readonly string[]): ReportedRun {
  return { ...run, tests: run.tests.filter((test) => !isOneOf(ids, test)) };
}

/**
 * The report without canaries, and their state: every added canary must be reported as failed. No other failure in
 * their files is excused. Otherwise code that makes a runner excuse every failure would still have failing canaries.
 */
export function takeCanaries(
  run: ReportedRun,
  placed: readonly PlacedCanary[],
): { readonly run: ReportedRun; readonly fate: CanaryFate } {
  const ids = placed.map(({ id }) => id);
  const isCanary = (test: Titled) => isOneOf(ids, test);
  const found = run.tests.filter(isCanary);
  const guarded = new Set<string | null>(placed.map(({ path }) => path));
  const others = run.tests.filter((test) => !isCanary(test));
  const rest = { ...run, tests: others.map((test) => (guarded.has(test.file) ? withoutExcuse(test) : test)) };
  if (placed.length === 0) return { run: rest, fate: "none" };
  if (found.some(({ status, excused }) => status !== "failed" && excused === undefined))
    return { run: rest, fate: "passed" };
  return { run: rest, fate: found.length + run.broken.length < placed.length ? "absent" : "failed" };
}

function withoutExcuse(test: ReportedTest): ReportedTest {
  return test.excused === undefined ? test : { ...test, status: "failed" };
}

type Titled = { readonly titles: readonly string[] };

function isOneOf(ids: readonly string[], { titles }: Titled): boolean {
  return ids.some((id) => titles.at(-1)?.includes(id) === true);
}

/** The note beside the results of a run with canaries, or in place of untrusted results. */
export const CANARY_WORDS = {
  failed:
    "The test factory_canary_... is planted and must fail, to show that failures are reported. It does not count.",
  passed:
    "A test that must fail was reported as passed: something turns failures into passes, so no result is believed.",
  absent: "A test that must fail was not reported: something chooses what is reported, so no result is believed.",
};
