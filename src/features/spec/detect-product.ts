import { isPerson } from "../../commands/who-may.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { ObservedPull } from "../../engine/observation.js";
import type { Situation } from "../../engine/situation.js";
import { mayAsk } from "../request/detect-request.js";
import { detectQuick } from "../request/quick-lane.js";
import { shownSpecPull } from "./spec-proposal.js";

/** Detects events of the Product Loop. */
export function detectProduct(situation: Situation): FactoryEvent[] {
  const { state } = situation;
  switch (state.product?.phase) {
    case undefined:
    case "waiting-for-spec":
      return state.request.lane === "quick" ? detectQuick(situation) : detectSpecFile(situation);
    case "awaiting-approval":
      return detectSpecPull(situation);
    default:
      return [];
  }
}

function detectSpecFile({ state, observed, now }: Situation): FactoryEvent[] {
  const { spec } = observed;
  if (spec.status === "present") return [{ kind: "spec-found", at: now, blob: spec.blob }];
  const why = spec.status === "unusable" ? spec.why : "there is no SPEC.md on the default branch";
  const known = state.product?.phase === "waiting-for-spec" && state.product.why === why;
  return known ? [] : [{ kind: "spec-unusable", at: now, why, blob: spec.status === "unusable" ? spec.blob : null }];
}

function detectSpecPull(situation: Situation): FactoryEvent[] {
  const { state, config, now } = situation;
  const { product } = state;
  const pull = shownSpecPull(situation);
  if (product?.phase !== "awaiting-approval" || pull === undefined) return [];
  if (product.pull_request !== pull.number) return [{ kind: "spec-shown", at: now, pull_request: pull.number }];
  const by = approver(pull, config.approvers);
  if (by === undefined) return [];
  return [{ kind: "spec-approved", at: now, by, spec_digest: product.spec_digest }];
}

/**
 * GitHub's own Approve counts if it is of the head that shows this spec. A manual merge by a person is an approval,
 * too. A bot's merge is not: the spec still waits for a person.
 */
function approver(pull: ObservedPull, approvers: readonly string[]): string | undefined {
  if (pull.state === "merged") {
    const { closedBy } = pull;
    return closedBy === null || isPerson({ login: closedBy }) ? (closedBy ?? "whoever merged it") : undefined;
  }
  if (pull.state === "closed") return undefined;
  return pull.approvals.find(({ by, head }) => head === pull.head && mayAsk(by, approvers))?.by.login;
}
