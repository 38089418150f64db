import type { CommandResult } from "../../domain/gates/gate-report.js";
import type { GateNumber } from "../../domain/gates/validator-code.js";
import type { TestBaseline } from "../../domain/validation/baseline.js";
import type { ExecutionFacts, ModuleTestRun, SuiteFacts } from "../execution-facts.js";
import type { GateCommands, StepCommand } from "../presets/resolve-commands.js";
import { type BenchSettings, openWorkbench, type Snapshot, type Workbench } from "../run/workbench.js";
import { checksOf, runChecks, runGreen, runRed, runWholeSuite, stepFacts } from "./bench-runs.js";
import {
  type FailedSetup,
  failedSetup,
  stepsWithoutSetup,
  suiteWithoutSetup,
  testsWithoutSetup,
} from "./failed-setup.js";
import { measureBase } from "./measure-base.js";
import { runStep } from "./run-step.js";

/** A test file at the head: the red run adds it to the base, and canaries go into it. */
export type TestSource = { readonly path: string; readonly text: string };

/** The commands and trees of a run. */
export type ExecutionPlan = {
  readonly settings: BenchSettings;
  readonly commands: GateCommands;
  /** Red is judged at the commit before this module's. */
  readonly base: Snapshot;
  /** The judged tree: the head, or the computed merge of head and base. */
  readonly subject: Snapshot;
  /** The module's test file; null in a run about a whole branch. */
  readonly testFile: TestSource | null;
  /** The helpers, fixtures and data of the module's tests: the red run adds them, too. */
  readonly testSupport?: readonly TestSource[];
  /** Every test file of the task, for the canaries of the whole suite. */
  readonly taskTests: readonly TestSource[];
  readonly changedFiles: readonly string[];
  /** The files at the head, and those in the manifest. */
  readonly ownFiles: readonly string[];
  readonly baseline: TestBaseline | null;
  /** Without a baseline, whether the failures of the suite are also looked for at the base. */
  readonly measuresBase: boolean;
  readonly runsRed: boolean;
  /** Why the whole suite does not run, if it does not. */
  readonly suiteSkipped: string | null;
  readonly runsBuild: boolean;
};

/** Runs the commands of each gate in turn, and keeps the results for the report. */
export type Execution = {
  readonly gather: (gate: GateNumber) => Promise<ExecutionFacts>;
  readonly facts: () => ExecutionFacts;
  /** The bench of the judged tree, which has been set up for the tests. */
  readonly subjectBench: () => Promise<Workbench>;
  readonly close: () => Promise<void>;
};

/** A bench with finished set-up, or why nothing may run on it. */
type Prepared =
  | { readonly ready: true; readonly bench: Workbench }
  | { readonly ready: false; readonly failed: FailedSetup };

export function createExecution(plan: ExecutionPlan): Execution {
  const commands: CommandResult[] = [];
  const benches: Workbench[] = [];
  let red: ModuleTestRun | null = null;
  let green: ModuleTestRun | null = null;
  let suite: SuiteFacts = { ran: false, reason: plan.suiteSkipped ?? "an earlier gate failed" };
  let subject: Promise<Prepared> | undefined;

  const open = async (snapshot: Snapshot, setup: StepCommand): Promise<Prepared> => {
    const bench = await openWorkbench(snapshot, plan.settings);
    benches.push(bench);
    const { result } = await runStep(bench, setup, stepFacts(plan));
    commands.push(result);
    const failed = failedSetup(result);
    if (failed !== undefined) return { ready: false, failed };
    await bench.sealInstalled();
    return { ready: true, bench };
  };
  const onSubject = (): Promise<Prepared> => {
    subject ??= open(plan.subject, plan.commands.setup);
    return subject;
  };
  const baseline = async (): Promise<TestBaseline | null> => {
    if (plan.baseline !== null || !plan.measuresBase) return plan.baseline;
    const base = await open(plan.base, plan.commands.baseSetup);
    return base.ready ? measureBase(base.bench, plan) : null;
  };
  const facts = (): ExecutionFacts => ({ red, green, commands: [...commands], suite });

  return {
    async gather(gate) {
      if (gate === 1 && plan.runsRed && plan.testFile !== null) {
        const base = await open(plan.base, plan.commands.baseSetup);
        red = base.ready
          ? await runRed(base.bench, plan, plan.testFile)
          : testsWithoutSetup(plan.testFile.path, plan.commands, base.failed);
      }
      if (gate === 2 && !plan.runsRed && plan.testFile !== null) {
        const head = await onSubject();
        commands.push(...(head.ready ? await runChecks(head.bench, plan) : stepsWithoutSetup(checksOf(plan))));
        green = head.ready
          ? await runGreen(head.bench, plan, plan.testFile)
          : testsWithoutSetup(plan.testFile.path, plan.commands, head.failed);
      }
      if (gate === 3 && plan.runsBuild) {
        const head = await onSubject();
        const { build } = plan.commands;
        if (head.ready) commands.push((await runStep(head.bench, build, stepFacts(plan))).result);
        else commands.push(...stepsWithoutSetup([build]));
      }
      if (gate === 3 && plan.suiteSkipped === null) {
        const head = await onSubject();
        if (head.ready) {
          const { command, results, rerun, ...run } = await runWholeSuite(head.bench, plan, baseline);
          commands.push(command);
          suite = { ran: true, results, rerun, baseline: plan.baseline ?? run.baseline, assertions: null };
        } else suite = suiteWithoutSetup(plan.commands, head.failed);
      }
      return judgedFacts(facts());
    },
    facts,
    async subjectBench() {
      const head = await onSubject();
      if (!head.ready) throw new TypeError("a bench is used only after a set-up that succeeded");
      return head.bench;
    },
    async close() {
      for (const bench of benches) await bench.close();
    },
  };
}

/** A missing step has no result for a validator. The report still says why. */
function judgedFacts(facts: ExecutionFacts): ExecutionFacts {
  return { ...facts, commands: facts.commands.filter(({ status }) => status !== "SKIPPED") };
}
