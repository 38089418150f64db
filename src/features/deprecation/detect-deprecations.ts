import type { FactoryEvent } from "../../engine/event.js";
import type { Situation } from "../../engine/situation.js";
import { isPaused } from "../pause/is-paused.js";
import { deprecationPull, type Proposing } from "./deprecation-proposal.js";
import { deprecated, notDeprecated } from "./deprecation-texts.js";
import { detectMigration } from "./detect-migration.js";

/** Detects that a change of the index was merged, or that a person closed its pull request, which rejects it. */
export function detectDeprecations(situation: Situation): FactoryEvent[] {
  if (isPaused(situation.state)) return [];
  return situation.state.deprecations.flatMap((deprecation) => {
    if (deprecation.phase === "proposing") return detectEnd(situation, deprecation);
    return deprecation.phase === "migrating" ? detectMigration(situation, deprecation) : [];
  });
}

function detectEnd(situation: Situation, deprecation: Proposing): FactoryEvent[] {
  const { now: at } = situation;
  const { order, digest, downstream } = deprecation;
  const { module_ref, issue } = order;
  const pull = deprecationPull(situation, deprecation);
  const key = `deprecation:${module_ref}:${digest.slice(0, 16)}`;
  if (pull?.state === "merged") {
    const note = { key, issue, body: deprecated(order, downstream), answers: null };
    return [{ kind: "deprecation-merged", at, module_ref, note }];
  }
  if (pull?.state !== "closed") return [];
  const why = `#${pull.number}, which would have deprecated it, was closed${pull.closedBy === null ? "" : ` by ${pull.closedBy}`}.`;
  const note = { key, issue, body: notDeprecated(module_ref, why), answers: null };
  return [{ kind: "deprecation-refused", at, module_ref, note }];
}
