import { whyNotCounted } from "../../domain/gates/confinement.js";
import type { GateReport } from "../../domain/gates/gate-report.js";
import type { Sha } from "../../domain/ids.js";
import { type SuiteAwaited, suiteRequest } from "../../domain/validation/suite-awaited.js";
import { type ReportedSuite, suiteOf } from "../../domain/validation/suite-report.js";
import type { Effect } from "../../engine/effects/effect.js";
import type { Situation } from "../../engine/situation.js";
import { LOST_AFTER_MINUTES } from "../gate-runs/lost-runs.js";
import { hasStarted } from "../gate-runs/started/started-runs.js";
import { derivedHex } from "../modules/keys.js";

/** A run of the whole suite on the default branch; null while no workflow is installed. */
export function suiteToAwait(
  { state, stateHead, observed, now }: Situation,
  what: "baseline" | "release" | "locating" | "validation",
  lost: number,
  /** The head of the default branch, unless another commit of it is given. */
  commit: Sha | null = observed.defaultHead,
): SuiteAwaited | null {
  const { workflow } = observed;
  const sha = commit;
  if (stateHead === null || sha === null || workflow.status !== "present") return null;
  const nonce = derivedHex(stateHead, what, sha, lost, state.updated_at).slice(0, 32);
  return { nonce, sha, state_sha: stateHead, requested_at: now };
}

/** How an awaited run ended. A report without a conclusion counts as none. */
export type SuiteEnd =
  | { readonly kind: "running" }
  | { readonly kind: "reported"; readonly report: GateReport; readonly suite: ReportedSuite }
  | { readonly kind: "lost"; readonly why: string };

export function suiteEnd({ observed, now, config }: Situation, { nonce, requested_at }: SuiteAwaited): SuiteEnd {
  const run = observed.gateRuns.find((candidate) => candidate.nonce === nonce);
  if (run === undefined) {
    const minutes = (Date.parse(now) - Date.parse(requested_at)) / 60_000;
    const why = `the run asked for at ${requested_at} never started`;
    return minutes > LOST_AFTER_MINUTES ? { kind: "lost", why } : { kind: "running" };
  }
  if (run.state === "unusable") return { kind: "lost", why: run.why };
  if (run.state !== "reported") return { kind: "running" };
  const why = whyNotCounted(run.report, config.gates.confinement);
  if (why !== null) return { kind: "lost", why };
  const suite = suiteOf(run.report);
  return suite.ok
    ? { kind: "reported", report: run.report, suite: suite.value }
    : { kind: "lost", why: suite.refusal.message };
}

/** Starts the run unless it has started. */
export function dispatchSuite(situation: Situation, run: SuiteAwaited): Effect[] {
  if (hasStarted(situation, run.nonce)) return [];
  return [{ kind: "dispatch-gates", key: run.nonce, request: suiteRequest(run) }];
}
