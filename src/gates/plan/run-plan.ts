import { existsSync } from "node:fs";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { ConfinementPolicy } from "../../domain/config/gates-config.js";
import { supportFiles } from "../../domain/contract/support-files.js";
import { CONFIG_PATH } from "../../domain/gates/state-paths.js";
import { GATE_NUMBERS, type GateNumber } from "../../domain/gates/validator-code.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { loadGrammarsFor } from "../../languages/grammars/load-grammars.js";
import { readConfig } from "../../yaml/read-config.js";
import type { Checkout } from "../checkout/open-checkout.js";
import type { Execution, ExecutionPlan } from "../execute/execution.js";
import { sourceOf } from "../execute/source-of.js";
import type { ExecutionFacts } from "../execution-facts.js";
import { runGates } from "../pipeline/run-gates.js";
import { choosePreset } from "../presets/detect-preset.js";
import { loadPresets } from "../presets/load-presets.js";
import type { LoadedPreset } from "../presets/preset.js";
import { commandsFor } from "../presets/resolve-commands.js";
import { describeConfinement } from "../run/confine.js";
import { withheldFinding, withheldFor, withheldStep } from "../run/withheld.js";
import type { BenchSettings } from "../run/workbench.js";
import { VALIDATORS } from "../validators.js";
import { type ContractLock, contractLock, gatesOf, lockToHold } from "./contract-run.js";
import { keepContractRun, readContractRun } from "./contract-run-file.js";
import { type GateResult, gateResult } from "./gate-result.js";
import { ACTION_NAMES, exportCommit, findRepository, type RevisionNames, resolveCommits } from "./plan-commits.js";
import { planContext, staleTestContent, type WorkTree } from "./plan-context.js";
import type { PlanJson } from "./plan-json.js";

export type PlanTools = {
  /** The folder of the plan's relative paths. */
  readonly cwd: string;
  /** The file that the plan was read from. */
  readonly planFile: string;
  readonly settings: BenchSettings;
  /** Overrides the configuration at the base. A plan may not set it, because a branch may bring its own plan. */
  readonly confinement?: ConfinementPolicy | undefined;
  /** The gates that were requested by number; undefined means all. */
  readonly gates?: readonly GateNumber[] | undefined;
  /** The file with the result of the CONTRACT run that the plan names; by default it is kept in the repository. */
  readonly contractReport?: string | undefined;
  /** The names of the revision options, for messages; by default those of the action's inputs. */
  readonly named?: RevisionNames;
};

/** The result of a stand-alone run, with what a later run is held to. */
export type PlanResult = GateResult & {
  readonly runType: PlanJson["runType"];
  /** The CONTRACT run that this one was held to. */
  readonly contractRunId: string | null;
  /** Null if this run does not bind a later one: an EXECUTION run, a failed one, one without every gate. */
  readonly lock: ContractLock | null;
};

/** Judges and runs one plan in one repository: both parts, in one process, in the order of the gates. */
export async function runPlan(plan: PlanJson, tools: PlanTools): Promise<Outcome<PlanResult>> {
  const asked = judgingGates(plan.runType, tools.gates ?? []);
  if (!asked.ok) return asked;
  const top = path.resolve(tools.cwd, plan.projectPath);
  const gitDir = await findRepository(top);
  if (!gitDir.ok) return gitDir;
  const lock = await linkedLock(plan, gitDir.value, tools);
  if (!lock.ok) return lock;
  const commits = await resolveCommits(gitDir.value, plan, tools.named ?? ACTION_NAMES);
  if (!commits.ok) return commits;
  const root = await realpath(await mkdtemp(path.join(tmpdir(), "factory-plan-")));
  try {
    // Git writes the files while the presets are read.
    const [head, base, work, presets] = await Promise.all([
      exportCommit(gitDir.value, commits.value.head, path.join(root, "head")),
      exportCommit(gitDir.value, commits.value.base, path.join(root, "base")),
      readWorkTree(top, plan, path.resolve(tools.cwd, tools.planFile)),
      loadPresets(tools.settings.presetsFolder),
    ]);
    const result = await runOn(plan, { head, base, work, presets, lock: lock.value }, tools);
    if (result.ok && result.value.lock !== null) await keepContractRun(gitDir.value, result.value);
    return result;
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

async function runOn(
  plan: PlanJson,
  {
    head,
    base,
    work,
    presets,
    lock,
  }: {
    readonly head: Checkout;
    readonly base: Checkout;
    readonly work: WorkTree;
    readonly presets: Outcome<readonly LoadedPreset[]>;
    readonly lock: ContractLock | null;
  },
  { settings, gates = GATE_NUMBERS, ...tools }: PlanTools,
): Promise<Outcome<PlanResult>> {
  const config = readConfig(base.tree.read(CONFIG_PATH));
  if (!config.ok) return config;
  const stale = staleTestContent(plan, head.tree);
  if (stale !== undefined) return refuse("plan-invalid", stale, { details: [stale] });
  await loadGrammarsFor([...head.tree.paths(), plan.manifest.testFile, plan.testFilePath]);
  const context = planContext({ plan, config: config.value, head, base, work, lock });
  if (!context.ok) return context;
  if (!presets.ok) return presets;
  const preset = choosePreset(presets.value, config.value.gates.preset, head.tree.paths());
  if (!preset.ok) return preset;
  const policy = tools.confinement ?? config.value.gates.confinement;
  const { unconfined } = tools.named ?? ACTION_NAMES;
  const howToAccept = `Or say so by ${unconfined}; code under test then runs with everything you may do here.`;
  const withheld = withheldFor(settings.confinement, policy, howToAccept);
  const testFile = sourceOf(context.value.head, plan.testFilePath);
  const execution = whenSomethingRuns({
    settings,
    commands: commandsFor(preset.value, config.value, { base: base.tree, head: head.tree }),
    base: { gitDir: base.gitDir, tree: base.commit },
    subject: { gitDir: head.gitDir, tree: head.commit },
    testFile,
    testSupport: supportFiles(context.value.manifest).flatMap((file) => sourceOf(context.value.head, file) ?? []),
    taskTests: testFile === null ? [] : [testFile],
    changedFiles: context.value.diff.filter(({ mode }) => mode?.startsWith("100")).map(({ path: file }) => file),
    ownFiles: [...head.tree.paths(), ...context.value.manifest.files.map(({ path: file }) => file)],
    baseline: null,
    measuresBase: true,
    runsRed: plan.runType === "CONTRACT",
    runsBuild: plan.runType !== "CONTRACT",
    suiteSkipped: plan.runType === "CONTRACT" ? "a CONTRACT run is gates 0 and 1" : null,
  });
  try {
    const validators = await runGates({
      context: context.value,
      gates,
      parts: ["judge", "execute"],
      validators: VALIDATORS,
      gather: execution.gather,
      withheld: withheld && withheldFinding(withheld),
    });
    const commands = withheld === undefined ? execution.facts().commands : [withheldStep("setup", withheld)];
    const confinement = describeConfinement(settings.confinement);
    const result = gateResult({ id: plan.outputId, gates, validators, commands, confinement });
    const binding = contractLock({ plan, context: context.value, head: head.commit, gates });
    return accept({
      ...result,
      runType: plan.runType,
      contractRunId: plan.contractRunId ?? null,
      lock: result.passed ? binding : null,
    });
  } finally {
    await execution.close();
  }
}

/**
 * Gate 0 neither reads nor runs anything. So it starts before the code that runs commands and reads reports is loaded.
 */
function whenSomethingRuns(plan: ExecutionPlan): Omit<Execution, "subjectBench"> {
  let opened: Execution | undefined;
  const facts = (): ExecutionFacts => opened?.facts() ?? NOTHING_RUN;
  return {
    facts,
    async gather(gate) {
      if (gate === 0) return facts();
      opened ??= (await import("../execute/execution.js")).createExecution(plan);
      return opened.gather(gate);
    },
    close: async () => opened?.close(),
  };
}

const NOTHING_RUN: ExecutionFacts = {
  red: null,
  green: null,
  commands: [],
  suite: { ran: false, reason: "an earlier gate failed" },
};

/** A requested gate without validators in this run would seem to have passed, so it is refused. */
function judgingGates(runType: PlanJson["runType"], gates: readonly GateNumber[]): Outcome<null> {
  const judging = gatesOf(runType);
  const empty = gates.filter((gate) => !judging.includes(gate));
  if (empty.length === 0) return accept(null);
  return refuse(
    "gates",
    `gates: ${empty.join(",")} judge nothing in a ${runType} run, which has ${judging.join(",")}; is another run type meant?`,
  );
}

/** What the named CONTRACT run binds this one to. A plan that names none is held to its base. */
async function linkedLock(
  plan: PlanJson,
  gitDir: string,
  { cwd, contractReport, named = ACTION_NAMES }: PlanTools,
): Promise<Outcome<ContractLock | null>> {
  const { contractRunId: id } = plan;
  if (id === undefined || id === null) return accept(null);
  const given = contractReport === undefined ? undefined : path.resolve(cwd, contractReport);
  const run = await readContractRun({ gitDir, id, given, option: named.contractReport });
  return run.ok ? lockToHold(plan, run.value) : run;
}

/** A link is the plan under its own name, whatever its target. */
async function readWorkTree(top: string, { testFilePath }: PlanJson, planFile: string): Promise<WorkTree> {
  const folder = await realpath(path.dirname(planFile));
  const inside = path.relative(await realpath(top), path.join(folder, path.basename(planFile)));
  return {
    hasTestFile: existsSync(path.join(top, testFilePath)),
    planPath: inside.split(path.sep)[0] === ".." ? null : inside.split(path.sep).join("/"),
  };
}
