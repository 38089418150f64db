import type { Instant, Sha } from "../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { FactoryState } from "../../engine/factory-state.js";
import { NOTHING_SPENT } from "../budget/spent.js";
import { NO_CHECKPOINT } from "../halts/decision-state.js";
import { droppedAll } from "../interface-change/rules/interface-change.js";
import { withEnded } from "../request/ended-requests.js";
import { newFactoryState } from "../request/new-state.js";
import { ledgerAfter } from "../shipping/known-versions.js";
import { useNumbers } from "../tasks/task-file/task-id.js";
import type { ProductRound, ProductState } from "./product-state.js";

type Of<K extends FactoryEvent["kind"]> = Extract<FactoryEvent, { kind: K }>;

/** A product is requested: one at a time, after the last one has finished. */
export function requestProduct(
  state: FactoryState | null,
  { at, repository_id, request }: Of<"product-requested">,
): Outcome<FactoryState> {
  if (state === null) return accept(newFactoryState(repository_id, request));
  const ended = finishedAt(state);
  if (ended === null) {
    return refuse("busy", `issue #${state.request.issue} is being worked on; one product at a time`);
  }
  // The last product's repairs, comments and open questions end with it.
  const { repairs: _1, written: _2, paused_since: _3, postponed: _4, under_way: _5, ...kept } = state;
  return accept({
    ...kept,
    request,
    ended_requests: withEnded(state.ended_requests ?? [], { issue: state.request.issue, at: ended }),
    product: null,
    project: null,
    baseline: null,
    release: null,
    // The last product's cost and questions end with it.
    work: {},
    spent: NOTHING_SPENT,
    // The number continues, because it identifies the card.
    checkpoint: { ...NO_CHECKPOINT, opened: state.checkpoint.opened },
    // A revert that is shown can still be merged; one that is only being prepared is dropped.
    undos: state.undos.filter(({ phase }) => phase !== "preparing"),
    remarks: [],
    ...ledgerAfter(state),
    interface_changes: droppedAll(state.interface_changes, "its product has ended"),
    agreed_versions: {},
    used_tasks: useNumbers(state.used_tasks, Object.keys(state.project?.tasks ?? {})),
    updated_at: at,
  });
}

/** Released, aborted or withdrawn: the repository is free for another product. */
export function isFinished(state: FactoryState): boolean {
  return finishedAt(state) !== null;
}

/** When the product ended; null while it is in progress. */
export function finishedAt({ product, project }: FactoryState): Instant | null {
  if (project === null) return product?.phase === "withdrawn" ? product.at : null;
  return project.status === "RELEASED" || project.status === "ABORTED" ? project.updated_at : null;
}

/** Ends the request before the project starts; afterwards the project is aborted instead. */
export function withdrawRequest(state: FactoryState, { at, by }: Of<"request-withdrawn">): Outcome<FactoryState> {
  if (state.project !== null || isFinished(state)) {
    return refuse("not-a-request", "there is no request to withdraw: it became a project, or has ended");
  }
  const { paused_since: _over, ...ended } = state;
  return accept({ ...ended, product: { phase: "withdrawn", by, at } });
}

/** Pauses the request before the project starts; afterwards the project is paused instead. */
export function pauseRequest(state: FactoryState, { at }: Of<"request-paused">): Outcome<FactoryState> {
  if (state.project !== null || isFinished(state))
    return refuse("not-a-request", "there is no request to pause: it became a project, or has ended");
  if (state.paused_since !== undefined) return refuse("paused", `the request is paused since ${state.paused_since}`);
  return accept({ ...state, paused_since: at });
}

export function resumeRequest({ paused_since, ...state }: FactoryState): Outcome<FactoryState> {
  return paused_since === undefined ? refuse("not-paused", "the request is not paused") : accept(state);
}

export function missSpec(state: FactoryState, { why, blob }: Of<"spec-unusable">): Outcome<FactoryState> {
  return accept({ ...state, product: { phase: "waiting-for-spec", why, blob } });
}

export function findSpec(state: FactoryState, { at, blob }: Of<"spec-found">): Outcome<FactoryState> {
  if (state.product !== null && state.product.phase !== "waiting-for-spec") {
    return refuse("already-drafting", `the product is already ${state.product.phase}`);
  }
  const round: ProductRound = { number: 1, kind: "fresh", spec_blob: blob, feedback: [], amends: 0, started_at: at };
  return accept({ ...state, product: { phase: "drafting", round } });
}

export function makeQuickSpec(state: FactoryState, event: Of<"quick-spec-made">): Outcome<FactoryState> {
  const { product, request } = state;
  if (request.lane !== "quick") return refuse("not-quick", `issue #${request.issue} goes by SPEC.md`);
  if (product !== null && product.phase !== "waiting-for-spec") {
    return refuse("already-made", `the product is already ${product.phase}`);
  }
  return accept({ ...state, product: { phase: "quick", spec_digest: event.spec_digest, made_at: event.at } });
}

export function draftSpec(state: FactoryState, event: Of<"spec-drafted">): Outcome<FactoryState> {
  const round = drafting(state, event.round);
  if (!round.ok) return round;
  const product: ProductState = {
    phase: "awaiting-approval",
    round: round.value,
    spec_digest: event.spec_digest,
    shown_at: event.at,
    pull_request: null,
    sources: event.sources,
    ...(event.queries === undefined ? {} : { queries: event.queries }),
    ...(event.unsearched === undefined ? {} : { unsearched: event.unsearched }),
  };
  return accept({ ...state, product });
}

export function draftFailed(state: FactoryState, event: Of<"draft-failed">): Outcome<FactoryState> {
  const round = drafting(state, event.round);
  return round.ok ? accept({ ...state, product: { phase: "stuck", round: round.value, why: event.why } }) : round;
}

/** An answer to an earlier round is stale. */
function drafting({ product }: FactoryState, round: number): Outcome<ProductRound> {
  if (product?.phase !== "drafting" || product.round.number !== round) {
    return refuse("stale-draft", `the draft of round ${round} is no longer awaited`);
  }
  return accept(product.round);
}

export function showSpec(state: FactoryState, { pull_request }: Of<"spec-shown">): Outcome<FactoryState> {
  if (state.product?.phase !== "awaiting-approval") return refuse("no-draft", "there is no draft to show");
  return accept({ ...state, product: { ...state.product, pull_request } });
}

export function approveSpec(state: FactoryState, { at, by, spec_digest }: Of<"spec-approved">): Outcome<FactoryState> {
  const { product } = state;
  if (product?.phase !== "awaiting-approval" || product.pull_request === null) {
    return refuse("no-draft", "there is no spec to approve");
  }
  if (product.spec_digest !== spec_digest) {
    return refuse("stale-approval", "the spec changed after this approval; read the current version and approve that", {
      seen: spec_digest,
      now: product.spec_digest,
    });
  }
  const { pull_request, round } = product;
  const { spec_blob } = round;
  return accept({
    ...state,
    product: { phase: "approved", spec_digest, approved_by: by, approved_at: at, pull_request, spec_blob },
  });
}

/** REJECT starts again from the present SPEC.md, with the reasons alone. */
export function rejectSpec(
  state: FactoryState,
  { at, reasons, spec_blob }: Of<"spec-rejected">,
): Outcome<FactoryState> {
  return reviseSpec(state, { at, kind: "fresh", feedback: reasons, ...(spec_blob === undefined ? {} : { spec_blob }) });
}

type Revision = {
  readonly at: Instant;
  readonly kind: ProductRound["kind"];
  readonly feedback: string;
  readonly spec_blob?: Sha;
};

/** AMEND continues from the draft with the points to address. */
export function reviseSpec(state: FactoryState, revision: Revision): Outcome<FactoryState> {
  const { at, kind, feedback } = revision;
  const { product } = state;
  if (product?.phase !== "awaiting-approval" && product?.phase !== "stuck") {
    return refuse("no-draft", "there is no draft to send back");
  }
  const { number, amends } = product.round;
  const round: ProductRound = {
    number: number + 1,
    kind,
    spec_blob: revision.spec_blob ?? product.round.spec_blob,
    feedback: [...current(product, kind), feedback],
    amends: kind === "amend" ? amends + 1 : 0,
    ...(kind === "amend" ? sourcesOf(product) : {}),
    ...(product.round.answers === undefined ? {} : { answers: product.round.answers }),
    started_at: at,
  };
  return accept({ ...state, product: { phase: "drafting", round } });
}

/** An amended draft keeps its sources; a fresh one does not. */
function sourcesOf(product: Extract<ProductState, { phase: "awaiting-approval" | "stuck" }>) {
  const { sources = [], queries = [] } = product.phase === "awaiting-approval" ? product : product.round;
  return { ...(sources.length === 0 ? {} : { sources }), ...(queries.length === 0 ? {} : { queries }) };
}

/**
 * Reasons of earlier rejections stay in force for every fresh start; amendments are forgotten with their draft. The
 * points of a failed round are still to be addressed.
 */
function current({ phase, round }: { phase: string; round: ProductRound }, kind: ProductRound["kind"]): string[] {
  const stands = kind === "fresh" ? round.kind === "fresh" : round.kind === "amend" && phase === "stuck";
  return stands ? round.feedback : [];
}
