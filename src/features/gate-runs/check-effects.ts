import { gateAttempts } from "../../domain/debate/debate-progress.js";
import type { AssertionResult } from "../../domain/enforcement/assertion-result.js";
import { GateReport } from "../../domain/gates/gate-report.js";
import type { GatePart } from "../../domain/gates/gate-request.js";
import { GATE_NUMBERS } from "../../domain/gates/validator-code.js";
import type { TaskId } from "../../domain/ids.js";
import { orThrow } from "../../domain/refusal.js";
import type { Effect } from "../../engine/effects/effect.js";
import type { ObservedPull } from "../../engine/observation.js";
import type { Situation } from "../../engine/situation.js";
import { checkDigest } from "../../render/check-digest.js";
import { type CheckOutput, GATES_CHECK } from "../../render/check-output.js";
import { readYaml } from "../../yaml/yaml.js";
import { WORK_BUTTONS } from "../halts/buttons/buttons.js";
import { gateReportPath } from "../modules/artifacts/artifact-paths.js";
import type { WorkSituation } from "../modules/work-situation.js";
import { GATES_WORKFLOW_PATH } from "../spec/draft-paths.js";
import type { GatesAwaited } from "./gates-awaited.js";
import { type GatesRound, gateCheckName, gatesCheck, gatesRunning, singleGateCheck } from "./gates-check.js";
import { withVerdicts } from "./semantic-results.js";

type CheckRun = Extract<Effect, { kind: "keep-check-run" }>;

/** Check runs on the pull request's head that are not up to date. Earlier heads are history. */
export function checkEffects(situation: Situation, { taskId, work, pull }: WorkSituation): Effect[] {
  if (pull?.state !== "open") return [];
  const { stage } = work;
  if (stage.stage === "integrating") {
    return stage.gates === null ? [] : running(situation, pull, stage.gates);
  }
  if (stage.stage === "merging") return final(situation, taskId, pull, stage.gates);
  const under = work.modules.flatMap(({ step }) =>
    step.step === "gating" && step.gates !== null ? running(situation, pull, step.gates) : [],
  );
  return [...under, ...concludedChecks(situation, { taskId, work, pull })];
}

/** The gates that have judged the head, including those that halted the task. */
export function concludedChecks(
  situation: Pick<Situation, "files">,
  { taskId, work, pull }: Pick<WorkSituation, "taskId" | "work"> & { readonly pull: ObservedPull },
): Effect[] {
  const ofModules = work.modules.flatMap(({ step, concluded, progress, meaning }) => {
    const isUnderWay = step.step === "gating" && step.gates !== null;
    if (isUnderWay || concluded === null || concluded.head_sha !== pull.head) return [];
    const counted = { attempt: concluded.attempt ?? 1, attempts: gateAttempts(progress) };
    const round = roundOf(situation, taskId, concluded, counted);
    if (round === undefined) return [];
    const verdicts = meaning?.head === concluded.head_sha ? meaning.results : [];
    return keep(pull, keyOf(concluded), GATES_CHECK, gatesCheck(judged(round, verdicts)));
  });
  const { integrated } = work;
  const round = integrated?.head_sha === pull.head ? roundOf(situation, taskId, integrated, ONCE) : undefined;
  if (integrated === undefined || round === undefined) return ofModules;
  return [...ofModules, ...keep(pull, keyOf(integrated), GATES_CHECK, gatesCheck(round))];
}

/** Puts the judge's later verdicts on the round's head into the report. */
function judged(round: GatesRound, verdicts: readonly AssertionResult[]): GatesRound {
  const reports = round.reports.map((report) => ({ ...report, assertions: withVerdicts(report.assertions, verdicts) }));
  return { ...round, reports };
}

function running({ observed }: Situation, pull: ObservedPull, gates: GatesAwaited): Effect[] {
  if (gates.head_sha !== pull.head) return [];
  // Relative to the host, so that it works on any GitHub.
  const runsUrl = `/${observed.repository.fullName}/actions/workflows/${GATES_WORKFLOW_FILE}`;
  return keep(
    pull,
    keyOf(gates),
    GATES_CHECK,
    gatesRunning({ runType: gates.run_type, runsUrl, lost: gates.lost_why }),
  );
}

/** On the head that is merged each gate has its own check run. The one that showed gate 3 running becomes gate 3's. */
function final(situation: Situation, task: TaskId, pull: ObservedPull, gates: GatesAwaited): Effect[] {
  const round = roundOf(situation, task, gates, ONCE);
  if (round === undefined || gates.head_sha !== pull.head) return [];
  return GATE_NUMBERS.flatMap((gate) => {
    const key = gate === RUNS_LAST ? keyOf(gates) : `${keyOf(gates)}:${gate}`;
    return keep(pull, key, gateCheckName(gate), singleGateCheck(round, gate));
  });
}

/** The gate that judges the whole branch. */
const RUNS_LAST = 3;

const GATES_WORKFLOW_FILE = GATES_WORKFLOW_PATH.slice(GATES_WORKFLOW_PATH.lastIndexOf("/") + 1);

/** The whole branch has no attempts: a failure goes back to a module, or to a person. */
const ONCE = { attempt: 1, attempts: 1 } as const;

const PARTS = ["judge", "execute"] as const satisfies readonly GatePart[];

function keyOf({ nonces }: GatesAwaited): string {
  return `gates:${nonces.judge}`;
}

function roundOf(
  { files }: Pick<Situation, "files">,
  task: TaskId,
  gates: GatesAwaited,
  counted: Pick<GatesRound, "attempt" | "attempts">,
): GatesRound | undefined {
  const reports = PARTS.flatMap((part) => {
    const path = gateReportPath(task, gates.nonces[part]);
    const text = files.get(path);
    return text === undefined ? [] : [orThrow(readYaml(path, text, GateReport))];
  });
  if (reports.length === 0) return undefined;
  return { runType: gates.run_type, ...counted, runs: [], reports, unusable: [], lost: gates.lost_why };
}

/** Nothing is pending if the check run has this content already. */
function keep(pull: ObservedPull, key: string, name: string, output: CheckOutput): CheckRun[] {
  // On the final head each gate has its own check run, and one of them has the buttons.
  const actions = name === GATES_CHECK || name === gateCheckName(RUNS_LAST) ? WORK_BUTTONS : [];
  const check: CheckRun = { kind: "keep-check-run", key, name, head: pull.head, actions, ...output };
  const current = pull.checks.find((candidate) => candidate.key === key);
  return current?.digest === checkDigest(check) ? [] : [check];
}
