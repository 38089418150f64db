import { MAX_GATE_ATTEMPTS } from "../../domain/debate/limits.js";
import type { Effect } from "../../domain/factory/effect.js";
import type { ObservedPull } from "../../domain/factory/observed.js";
import { GateReport } from "../../domain/gates/gate-report.js";
import type { GatePart } from "../../domain/gates/gate-request.js";
import { GATE_NUMBERS } from "../../domain/gates/validator-code.js";
import type { TaskId } from "../../domain/ids.js";
import { gateReportPath } from "../../domain/work/artifact-paths.js";
import type { GatesAwaited } from "../../domain/work/gates-awaited.js";
import { checkDigest } from "../../render/check-digest.js";
import { type CheckOutput, GATES_CHECK } from "../../render/check-output.js";
import { type GatesRound, gateCheckName, gatesCheck, gatesRunning, singleGateCheck } from "../../render/gates-check.js";
import { readYaml } from "../../yaml.js";
import type { Situation } from "../situation.js";
import { orThrow } from "./red-lock.js";
import type { WorkSituation } from "./work-situation.js";

type CheckRun = Extract<Effect, { kind: "keep-check-run" }>;

/** Check runs on the pull request's head that do not say yet what is known. Earlier heads are history. */
export function oweChecks(situation: Situation, { taskId, work, pull }: WorkSituation): Effect[] {
  if (pull?.state !== "open") return [];
  const { stage } = work;
  if (stage.stage === "integrating") {
    return stage.gates === null ? [] : running(situation, pull, stage.gates, 1);
  }
  if (stage.stage === "merging") return final(situation, taskId, pull, stage.gates);
  return work.modules.flatMap(({ step, concluded, progress }) => {
    const attempt = Math.min(MAX_GATE_ATTEMPTS, progress.gate_attempts + 1);
    if (step.step === "gating" && step.gates !== null) return running(situation, pull, step.gates, attempt);
    if (concluded === null || concluded.head_sha !== pull.head) return [];
    const round = roundOf(situation, taskId, concluded, attempt);
    return round === undefined ? [] : keep(pull, keyOf(concluded), GATES_CHECK, gatesCheck(round));
  });
}

function running({ observed }: Situation, pull: ObservedPull, gates: GatesAwaited, _attempt: number): Effect[] {
  if (gates.head_sha !== pull.head) return [];
  const runs = PARTS.flatMap((part) => {
    const run = observed.gateRuns.find(({ nonce }) => nonce === gates.nonces[part]);
    return run === undefined ? [] : [{ part, url: run.url }];
  });
  return keep(pull, keyOf(gates), GATES_CHECK, gatesRunning({ runType: gates.run_type, runs }));
}

/** On the head that is merged each gate has its own check run. */
function final(situation: Situation, task: TaskId, pull: ObservedPull, gates: GatesAwaited): Effect[] {
  const round = roundOf(situation, task, gates, 1);
  if (round === undefined || gates.head_sha !== pull.head) return [];
  return [
    ...keep(pull, keyOf(gates), GATES_CHECK, gatesCheck(round)),
    ...GATE_NUMBERS.flatMap((gate) =>
      keep(pull, `${keyOf(gates)}:${gate}`, gateCheckName(gate), singleGateCheck(round, gate)),
    ),
  ];
}

const PARTS = ["judge", "execute"] as const satisfies readonly GatePart[];

function keyOf({ nonces }: GatesAwaited): string {
  return `gates:${nonces.judge}`;
}

function roundOf({ files }: Situation, task: TaskId, gates: GatesAwaited, attempt: number): GatesRound | undefined {
  const reports = PARTS.flatMap((part) => {
    const path = gateReportPath(task, gates.nonces[part]);
    const text = files.get(path);
    return text === undefined ? [] : [orThrow(readYaml(path, text, GateReport))];
  });
  if (reports.length === 0) return undefined;
  return { runType: gates.run_type, attempt, attempts: MAX_GATE_ATTEMPTS, runs: [], reports, unusable: [] };
}

/** Nothing is owed where the same stands already. */
function keep(pull: ObservedPull, key: string, name: string, output: CheckOutput): CheckRun[] {
  const check: CheckRun = { kind: "keep-check-run", key, name, head: pull.head, actions: [], ...output };
  const standing = pull.checks.find((candidate) => candidate.key === key);
  return standing?.digest === checkDigest(check) ? [] : [check];
}
