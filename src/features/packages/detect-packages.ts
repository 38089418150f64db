import { needsConsent } from "../../domain/plan/declared-dependency.js";
import type { Situation } from "../../engine/situation.js";
import { LOST_AFTER_MINUTES, mayLose } from "../gate-runs/lost-runs.js";
import { derivedHex, workKey } from "../modules/keys.js";
import type { TaskEvent } from "../modules/task-event.js";
import type { WorkSituation } from "../modules/work-situation.js";
import type { ResolveAwaited } from "./packages-work.js";

/** Detects declared packages that can be resolved, were resolved, or are on the branch now. */
export function detectPackages(situation: Situation, inWork: WorkSituation): TaskEvent[] {
  const { taskId, work, pull } = inWork;
  if (work.stage.stage !== "resolving") return [];
  const { at } = work.stage;
  switch (at.step) {
    case "due":
      return askForConsent(situation, inWork) ?? request(situation, inWork);
    case "running":
      return conclude(situation, inWork, at.run);
    case "judging":
      return [];
    case "committing":
      if (pull?.state !== "open" || pull.key !== workKey(taskId, at.question)) return [];
      return [{ kind: "packages-committed", question: at.question, head: pull.head }];
    default:
      return at satisfies never;
  }
}

/** A person must consent to names outside `allowed_dependencies` (decisions.md#declared-packages). */
function askForConsent({ config }: Situation, { work: { packages } }: WorkSituation): TaskEvent[] | undefined {
  if (packages === undefined) throw new TypeError("only declared packages are resolved");
  const { declared, agreed } = packages;
  const unknown = needsConsent(declared, config.allowed_dependencies).filter(({ name }) => !agreed.includes(name));
  if (unknown.length === 0) return undefined;
  const dependencies = unknown.map(({ name, range, why }) => ({ name, range, why }));
  return [{ kind: "work-failed", cause: { kind: "dependency-not-allowed", dependencies } }];
}

/** The run reads the plan from the state branch, so the plan must be committed first. */
function request({ stateHead, stored, state, now }: Situation, { taskId, work }: WorkSituation): TaskEvent[] {
  if (stateHead === null || work.head === null || stored?.work[taskId]?.plan?.digest !== work.plan?.digest) return [];
  const nonce = derivedHex(stateHead, taskId, "RESOLVE", work.head, work.lost_gates, state.updated_at).slice(0, 32);
  const run = { nonce, head_sha: work.head, state_sha: stateHead, requested_at: now };
  return [{ kind: "resolve-requested", run }];
}

function conclude({ observed, now, config }: Situation, { work }: WorkSituation, awaited: ResolveAwaited): TaskEvent[] {
  const run = observed.gateRuns.find(({ nonce }) => nonce === awaited.nonce);
  if (run?.state === "reported") return [{ kind: "resolve-reported", nonce: awaited.nonce }];
  const minutes = (Date.parse(now) - Date.parse(awaited.requested_at)) / 60_000;
  const isLost = run === undefined ? minutes > LOST_AFTER_MINUTES : run.state === "unusable";
  if (!isLost) return [];
  const why = run?.state === "unusable" ? run.why : `the run asked for at ${awaited.requested_at} never started`;
  if (work.lost_gates < mayLose(config)) return [{ kind: "resolve-lost", why }];
  const runs = [{ run_id: run?.runId ?? null, conclusion: why }];
  return [{ kind: "work-failed", cause: { kind: "gate-run-failed", runs } }];
}
