import { checkFresh } from "../../commands/staleness.js";
import { digestOf } from "../../domain/hash.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { FactoryState } from "../../engine/factory-state.js";
import type { ObservedComment } from "../../engine/observation.js";
import type { Situation } from "../../engine/situation.js";
import { markerIn } from "../../render/marker.js";
import type { OpenCheckpoint } from "../halts/decision-state.js";
import { checkpointKey } from "../halts/detect-cards.js";
import { checkTasks } from "../halts/tasks-to-decide.js";
import { isPaused } from "../pause/is-paused.js";
import type { PlanAdjustment } from "./adjustment.js";
import { setBudget } from "./checkpoint.js";
import { RAISED_IN_FILE } from "./checkpoint-card.js";
import { limitsOf } from "./limits-of.js";

type Answered = { readonly events: readonly FactoryEvent[]; readonly answer: string };

/** `/factory continue`: continues as planned. After the hard limit, the project continues only with a higher limit. */
export function continueProject(situation: Situation, comment: ObservedComment): Outcome<Answered> {
  const { state, now } = situation;
  const by = comment.author.login;
  const { open } = state.checkpoint;
  if (open === null && state.product?.phase === "asking")
    return accept({
      events: [{ kind: "defaults-taken", at: now, by }],
      answer: "The defaults stand for what is not answered. The spec is being drafted.",
    });
  if (open === null) return refuse("no-checkpoint", "No checkpoint is open, so there is nothing to continue.");
  const seen = checkCheckpointSeen(situation, comment);
  if (!seen.ok) return seen;
  if (open.triggers.includes("budget-exhausted")) return continueWithin(situation, open, by);
  const answer = isPaused(state) ? `The checkpoint is answered. ${STAYS_PAUSED}` : "The project goes on as planned.";
  return accept({ events: [{ kind: "checkpoint-passed", at: now, by }], answer });
}

/** The configuration may have raised the limit. Then the thresholds ahead of it are armed again. */
function continueWithin(situation: Situation, open: OpenCheckpoint, by: string): Outcome<Answered> {
  const { state, now } = situation;
  const limits = limitsOf(situation);
  const { hard_usd } = limits;
  const spent_usd = state.spent.project.known_usd;
  const raised =
    hard_usd > (open.hard_usd ?? 0) ? setBudget(state.checkpoint.record, { spent_usd, limits, hard_usd }) : null;
  if (raised?.ok !== true) {
    const inFile = state.checkpoint.limits === null ? `, or ${RAISED_IN_FILE} and then say this again` : "";
    return refuse(
      "budget-exhausted",
      `The hard limit of ${hard_usd} USD is reached, so nothing more can be asked of a model. Raise it with \`/factory budget <usd>\`${inFile}; or say \`/factory adjust\` or \`/factory abort\`.`,
    );
  }
  const { record } = raised.value;
  return accept({ events: [{ kind: "checkpoint-passed", at: now, by, record }], answer: goesOn(state, hard_usd) });
}

const STAYS_PAUSED = "It stays paused until `/factory resume`.";

function goesOn(state: FactoryState, hard_usd: number): string {
  const next = isPaused(state) ? STAYS_PAUSED : "The project goes on.";
  return `The hard limit is ${hard_usd} USD now, and ${state.spent.project.known_usd.toFixed(2)} USD are spent. ${next}`;
}

/** `/factory adjust`: fewer tasks, or another order. It also answers an open checkpoint. */
export function adjustProject(
  situation: Situation,
  { comment, adjustment }: { readonly comment: ObservedComment; readonly adjustment: PlanAdjustment },
): Outcome<Answered> {
  const tasks = checkTasks(situation.state);
  if (!tasks.ok) return tasks;
  const seen = checkCheckpointSeen(situation, comment);
  if (!seen.ok) return seen;
  const { now: at } = situation;
  const events: FactoryEvent[] = [{ kind: "project-updated", at, event: { kind: "plan-adjusted", at, adjustment } }];
  return accept({ events, answer: "The plan is adjusted." });
}

/**
 * An answer is for the checkpoint that its author saw (decisions.md#stale-answers). An amount of money is valid
 * whenever it was given.
 */
function checkCheckpointSeen({ state, observed }: Situation, comment: ObservedComment): Outcome<null> {
  const { open } = state.checkpoint;
  if (open === null) return accept(null);
  const key = checkpointKey(open.number);
  const current = { digest: digestOf(key), changedAt: open.opened_at };
  const fresh = checkFresh("card", { at: comment.createdAt, digest: null }, current);
  if (fresh.ok) return fresh;
  const { issue } = state.request;
  const card = observed.comments.find(({ own, body }) => own && markerIn(body) === key);
  const link = card === undefined ? "" : `: [the card](#issuecomment-${card.id})`;
  return refuse(fresh.refusal.code, `${fresh.refusal.message} It is in #${issue}${link}.`, {
    ...fresh.refusal.details,
    card: key,
  });
}

/**
 * `/factory budget <usd>`: sets a new hard limit and arms the thresholds ahead of it again
 * (decisions.md#checkpoints-fire-once).
 */
export function setProjectBudget(situation: Situation, by: string, usd: number): Outcome<Answered> {
  const { state, config, now } = situation;
  const set = setBudget(state.checkpoint.record, {
    spent_usd: state.spent.project.known_usd,
    // The configuration has the warning threshold. A low limit that was set once does not keep it low.
    limits: { ...limitsOf(situation), warn_usd: config.budgets.warn_usd },
    hard_usd: usd,
  });
  if (!set.ok) return set;
  const { limits, record } = set.value;
  return accept({
    events: [{ kind: "budget-set", at: now, by, limits, record }],
    answer: goesOn(state, usd),
  });
}
