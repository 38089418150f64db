/** A project whose tasks have all ended, and what the loop observes. A test changes what it is about. */

import type { GateReport } from "../../src/domain/gates/gate-report.js";
import type { BaselineState } from "../../src/domain/validation/baseline-state.js";
import type { SuiteAwaited } from "../../src/domain/validation/suite-awaited.js";
import { suiteRequest } from "../../src/domain/validation/suite-awaited.js";
import type { FactoryEvent } from "../../src/engine/event.js";
import type { FactoryState } from "../../src/engine/factory-state.js";
import type { Observed } from "../../src/engine/observation.js";
import { reduce } from "../../src/engine/reduce.js";
import { type DecisionInput, type Situation, situationIn } from "../../src/engine/situation.js";
import type { WaitView } from "../../src/engine/wait.js";
import type { ReleaseOrder, ReleaseState } from "../../src/features/release/rules/release-state.js";
import { newFactoryState } from "../../src/features/request/new-state.js";
import { aConfig } from "./config.js";
import { gateReport } from "./gate-report.js";
import { HEAD, observed } from "./observed.js";
import { aProject } from "./project-state.js";

export const NOW = "2026-03-01T12:00:00Z";
export const STATE_HEAD = "e".repeat(40);
export const OTHER_HEAD = "f".repeat(40);
export const RELEASE_ID = "REL-1a2b3c4d";

export const order: ReleaseOrder = { release_id: RELEASE_ID, modules: null, asked_by: null, since: NOW };
export const partialOrder: ReleaseOrder = { ...order, modules: ["MM-0001@1.0.0"], asked_by: "ada" };

export const suite: SuiteAwaited = {
  nonce: "0".repeat(32),
  sha: HEAD,
  state_sha: STATE_HEAD,
  requested_at: NOW,
};

/** The whole suite passed on the current default branch. */
export const TAKEN: BaselineState = { phase: "taken", full_run: { sha: HEAD, passed: true, why: "gate 3" } };

export const RELEASE: { readonly [P in ReleaseState["phase"]]: Extract<ReleaseState, { phase: P }> } = {
  validating: { phase: "validating", order, run: null, lost: 0 },
  locating: {
    phase: "locating",
    order,
    locating: {
      why: "the whole suite regressed: failing now: old",
      tests: [{ name: "old", now: "failing" }],
      merges: [
        { task: "T-a", sha: OTHER_HEAD },
        { task: "T-b", sha: HEAD },
      ],
      verdicts: [],
      run: null,
      lost: 0,
    },
  },
  preparing: { phase: "preparing", order, head: HEAD },
  proposing: { phase: "proposing", order, head: HEAD, digest: "d".repeat(64) },
  publishing: { phase: "publishing", order, commit: HEAD },
  published: { phase: "published", order, commit: HEAD, tag: "v1.0.0" },
  refused: { phase: "refused", order, why: "dependency check failed.", at: NOW },
};

export function ended(changes: Partial<FactoryState> = {}): FactoryState {
  const request = { issue: 3, title: "Notes", requester: "ada", lane: "full", requested_at: NOW } as const;
  const project = aProject({ a: { is: "SHIPPED", module_refs: ["MM-0001@1.0.0"] }, b: { is: "ABANDONED" } });
  const product = {
    phase: "approved",
    spec_digest: "5".repeat(64),
    approved_by: "ada",
    approved_at: NOW,
    pull_request: 4,
    spec_blob: null,
  } as const;
  return { ...newFactoryState(7, request), product, project, baseline: TAKEN, ...changes };
}

export function situation(
  state: Partial<FactoryState> = {},
  seen: Partial<Observed> = {},
  also: Partial<DecisionInput> = {},
): Situation & WaitView {
  const whole = ended(state);
  return { ...situationIn(inputOf(whole, seen, also), whole), pending: [] };
}

/** What a decision in this situation is made of. */
export function inputOf(
  state: FactoryState,
  seen: Partial<Observed> = {},
  also: Partial<DecisionInput> = {},
): DecisionInput {
  return {
    state,
    observed: observed(seen),
    config: aConfig(),
    files: new Map(),
    stateHead: STATE_HEAD,
    given: [],
    now: NOW,
    setupKit: null,
    ...also,
  };
}

/** The report of a requested run of the whole suite. */
export function reportOf(run: SuiteAwaited, overrides: Partial<GateReport> = {}): GateReport {
  return gateReport(suiteRequest(run), { suite: [], ...overrides });
}

export function seenRun(run: SuiteAwaited, report: GateReport): Observed["gateRuns"][number] {
  return { nonce: run.nonce, runId: 1, url: "http://127.0.0.1/1", state: "reported", report };
}

/** The state after these events, all of which must be possible. */
export function reduced(state: FactoryState, ...events: readonly FactoryEvent[]): FactoryState {
  return events.reduce((now, event) => {
    const next = reduce(now, event);
    if (!next.ok) throw new Error(next.refusal.message);
    return next.value;
  }, state);
}
