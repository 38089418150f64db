import { LimitedUntil } from "../../domain/errors.js";
import type { Instant } from "../../domain/ids.js";
import { orThrow } from "../../domain/refusal.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { FactoryState } from "../../engine/factory-state.js";
import { isAsked } from "../../engine/is-asked.js";
import type { JobEffect, RepositoryRef, StateStore } from "../../engine/ports.js";
import { stateCommit } from "../../engine/reconcile/state-commit.js";
import { reduce } from "../../engine/reduce.js";
import { lostCalls } from "../../features/questions/under-way.js";
import type { Question } from "../../model/model-port.js";
import type { Accounts } from "./open-accounts.js";
import { packFile } from "./records.js";

/** The answer is not needed any more: a person has paused, or decided otherwise. */
export class NoLongerAsked extends Error {
  override readonly name = "NoLongerAsked";
}

/** A question that is about to be asked, and the most that one call of it can cost. */
type Announced = {
  readonly question: Pick<Question<unknown>, "role" | "subject" | "prompt" | "pack" | "config">;
  readonly estimate_usd: number | null;
};

/** Records a question before a model gets it. `mayAsk` decides whether it may be asked now. */
export type Announce = (announced: Announced, mayAsk: (state: FactoryState, now: Instant) => void) => Promise<void>;

/** Waits for its turn with the state of a repository, so that this process does not race with itself. */
export type InTurn = <T>(repository: RepositoryRef, act: () => Promise<T>) => Promise<T>;

type AnnounceContext = {
  readonly repository: RepositoryRef;
  readonly effect: JobEffect;
  readonly state: StateStore;
  readonly now: () => Instant;
  readonly inTurn: InTurn;
  readonly accounts: Accounts;
};

/** Other replicas write, too. After this many lost races the question is asked later. */
const MAX_TRIES = 6;
const LATER_MS = 30_000;

/**
 * Commits what a role is given, and what asking it can cost, before the first call. If the process dies, both are
 * known, and the next run of the question pays for the first (decisions.md#caps).
 */
export function announcer({ repository, effect, state: store, now, inTurn, accounts }: AnnounceContext): Announce {
  return (asked, mayAsk) => inTurn(repository, () => commit(asked, mayAsk));

  async function commit(asked: Announced, mayAsk: Parameters<Announce>[1]): Promise<void> {
    let known = store.recall(repository) ?? (await store.load(repository));
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      if (known.kind !== "loaded" || !isAsked(known.state, effect))
        throw new NoLongerAsked(`${effect.key} is not asked`);
      const { run_id } = asked.question.pack.created_for;
      const account = accounts.of(repository, known.state);
      // This process asked it before and knows the result: it cost nothing, or is being paid.
      if (known.state.under_way?.[run_id] !== undefined && account.hasAnnounced(run_id)) return;
      const at = now();
      mayAsk(known.state, at);
      const event = eventOf(asked, known.state, at);
      const state = orThrow(reduce(known.state, event));
      const files = [packFile(asked.question.pack)];
      const result = await store.commit(repository, stateCommit(known.head, { state, events: [event], files }));
      if (result.kind === "committed") return account.noteAnnounced(run_id);
      known = await store.load(repository);
    }
    throw new LimitedUntil(Date.parse(now()) + LATER_MS, "the state branch is being written by others");
  }
}

function eventOf({ question, estimate_usd }: Announced, state: FactoryState, at: Instant): FactoryEvent {
  const { role, subject, prompt, pack, config } = question;
  const { run_id } = pack.created_for;
  return {
    kind: "question-asked",
    at,
    run_id,
    pack: pack.context_pack_id,
    role,
    task: subject.task,
    module: subject.module,
    model: config.models[role].name,
    prompt_version: prompt.version,
    estimate_usd,
    usage: lostCalls(state.under_way ?? {}, run_id, at),
  };
}
