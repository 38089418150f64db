import { performance } from "node:perf_hooks";
import type { MutationConfig } from "../../domain/config/mutation-config.js";
import type { InventoriedTest } from "../../domain/gates/gate-report.js";
import type { MutationReport } from "../../domain/gates/mutation-report.js";
import { hasFailed } from "../execute/suite-results.js";
import type { GateContext } from "../gate-context.js";
import { saysAssertion } from "../readers/classify-failure.js";
import type { Workbench } from "../run/workbench.js";
import { type KilledBy, killsOfClauses, mutationViolations } from "./judge-mutants.js";
import { inTurn, moduleMutants, type NamedMutant } from "./module-mutants.js";
import { canTellApart, type MutantRun, type MutantTests, runMutants } from "./run-mutants.js";

export type MutationQuestion = {
  readonly context: Pick<GateContext, "manifest" | "head" | "base" | "mode">;
  readonly config: MutationConfig;
  /** Null if the language of the tests cannot be read. */
  readonly inventory: readonly InventoriedTest[] | null;
  readonly tests: MutantTests;
};

/** Mutants of one command. More would make it too long. */
const BATCH = 40;
/** A name that no mutant has: the prepared files without a mistake. */
const NONE = "none";

/**
 * Puts small mistakes into the module's files, one after the other, and lets its tests look for them
 * (decisions.md#tests-must-notice). The files are prepared once with all of them, and a variable chooses. The sample is
 * `max_mutants`; as long as the tests of a clause have noticed none, the others are tried as well.
 */
export async function mutateModule(
  openBench: () => Promise<Workbench>,
  { context, config, inventory, tests }: MutationQuestion,
): Promise<MutationReport> {
  if (config.max_mutants === 0) return leftOut("mutation.max_mutants is 0");
  if (!canTellApart(tests.runner)) return leftOut(`${tests.runner.name} writes its report where every run writes it`);
  const { mutants, prepared } = moduleMutants(context);
  if (mutants.length === 0) return leftOut("the module's files have nothing that can be mistaken, or no reader");
  const started = performance.now();
  const secondsLeft = () => config.max_seconds - (performance.now() - started) / 1_000;
  const bench = await openBench();
  await bench.restore();
  for (const { path, text } of prepared) await bench.write(path, text);
  const changed = await bench.watch();
  const reached = await bench.newReport();
  const dryStart = performance.now();
  const limits = { seconds: secondsLeft(), each: Math.ceil(config.max_seconds), reached };
  const dry = (await runMutants(bench, tests, [NONE], limits)).get(NONE);
  if (dry === undefined || !isGreen(dry)) return leftOut("the module's tests do not pass with its prepared files");
  const each = mostSeconds(performance.now() - dryStart);
  const covered = reachedNames(await bench.readReports(reached));
  const order = inTurn(mutants, prepared.map(({ text }) => text).join("\n"));
  const tried: KilledBy[] = [];
  let at = 0;
  while (at < order.length && secondsLeft() > 0 && (at < config.max_mutants || wantsMore(tried, inventory))) {
    const end = at < config.max_mutants ? Math.min(at + BATCH, config.max_mutants) : at + BATCH;
    const batch = order.slice(at, end);
    at = end;
    const isReached = ({ name }: NamedMutant) => covered === undefined || covered.has(name);
    const names = batch.filter(isReached).map(({ name }) => name);
    const runs = await runMutants(bench, tests, names, { seconds: secondsLeft(), each });
    for (const mutant of batch) {
      const run = runs.get(mutant.name);
      if (!isReached(mutant)) tried.push(triedMutant(mutant, "not-covered"));
      else if (run !== undefined) tried.push(judged(mutant, run, dry));
    }
  }
  const changes = await changed();
  if (changes.length > 0)
    return leftOut(`the tests changed files of the repository: ${changes.slice(0, 5).join(", ")}`);
  if (tried.length === 0) return leftOut(`no mutant could be tried in ${config.max_seconds} seconds`);
  const clauses = killsOfClauses(tried, inventory ?? []);
  const told = { mutants: tried.map(({ by: _, ...mutant }) => mutant), left: order.length - tried.length, clauses };
  const violations = mutationViolations(told, config, context.mode);
  return { kind: "tried", ...told, violations, duration_ms: Math.round(performance.now() - started) };
}

/** Only a mistake that never ends may reach this: a machine that gets busy in between must not. */
const mostSeconds = (dryMs: number): number => Math.ceil(Math.max(8, (10 * dryMs) / 1_000));

const leftOut = (reason: string): MutationReport => ({ kind: "left-out", reason });

function isGreen({ ran, stopped }: MutantRun): boolean {
  return !stopped && ran.broken === null && ran.tests.length > 0 && !ran.tests.some(hasFailed);
}

/** As long as the tests of a clause have killed nothing, they may kill what is left. */
function wantsMore(tried: readonly KilledBy[], inventory: MutationQuestion["inventory"]): boolean {
  return killsOfClauses(tried, inventory ?? []).some(({ killed }) => killed === 0);
}

/** Undefined if the runtime cannot note what is reached: then everything may be. */
function reachedNames([text = ""]: readonly string[]): ReadonlySet<string> | undefined {
  return text === "" ? undefined : new Set(text.split("\n"));
}

/** A run that ends in another way than without a mistake has noticed it, even if no single test did. */
function judged(mutant: NamedMutant, { ran, exitCode, stopped }: MutantRun, dry: MutantRun): KilledBy {
  if (stopped) return triedMutant(mutant, "timed-out");
  const failed = ran.tests.filter(hasFailed);
  // Whatever runs a line notices that it breaks down. Only an assertion says what a clause promises.
  const by = failed.filter(({ output = "" }) => saysAssertion(output)).map(({ name }) => name);
  const isNoticed = failed.length > 0 || ran.broken !== null || exitCode !== dry.exitCode || ran.tests.length === 0;
  return triedMutant(mutant, isNoticed ? "killed" : "survived", by);
}

function triedMutant(
  { path, line, operator, change }: NamedMutant,
  fate: KilledBy["fate"],
  by: readonly string[] = [],
): KilledBy {
  return { path, line, operator, change, fate, by };
}
