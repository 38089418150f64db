import { Config } from "./domain/config/config.js";
import { DRAFT_PATH } from "./domain/factory/artifacts.js";
import { type FileToWrite, isJob } from "./domain/factory/effect.js";
import { FactoryState } from "./domain/factory/factory-state.js";
import { Intent } from "./domain/factory/intent.js";
import type { Observed } from "./domain/factory/observed.js";
import { isFinished } from "./domain/factory/reduce-product.js";
import { canonicalJson } from "./domain/hash.js";
import { accept, type Outcome, type Refusal } from "./domain/refusal.js";
import { ProductSpec } from "./domain/spec/product-spec.js";
import { type Decision, decide } from "./loop/decide.js";
import { paymentsFor } from "./loop/decisions/take-given.js";
import { problemComment } from "./loop/problem-comment.js";
import { readConfig } from "./loop/read-config.js";
import { wantedOf } from "./loop/wanted.js";
import { storedPaths } from "./loop/work/stored-paths.js";
import type { Clock, Forge, JobResult, Jobs, LoadedState, RepositoryRef, StateStore } from "./ports.js";
import type { SetupKit } from "./setup/setup-kit.js";
import { readYaml, writeYaml } from "./yaml.js";

/** What reconciling needs of the world. */
export type Ports = {
  readonly state: StateStore;
  readonly forge: Forge;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly setupKit: SetupKit | null;
  /** Waits a little, at random, longer after each race lost in a row: two replicas must not keep meeting. */
  readonly backOff: (lost: number) => Promise<void>;
};

/** How a reconcile ended: nothing is owed but a wait, or it stopped with a reason that a person can read. */
export type Settled = { readonly kind: "settled" } | { readonly kind: "stopped"; readonly problem: Refusal };

/** Enough for any honest course of events; beyond it something undoes what we do. */
const MAX_CYCLES = 25;
/** Somebody else's progress is progress; so many races lost in a row are a fault. */
const MAX_LOST_RACES = 6;

/**
 * Brings a repository from where it is to where it should be. Short: it never waits for a model or a gate run. Commit
 * first, act second; what a crash leaves undone is owed again by the next one (DESIGN, 2).
 */
export async function reconcile(
  repository: RepositoryRef,
  ports: Ports,
  given: readonly JobResult[] = [],
): Promise<Settled> {
  let brought = given;
  let lost = 0;
  let idle = 0;
  for (let cycle = 0; cycle < MAX_CYCLES; cycle += 1) {
    const loaded = await ports.state.load(repository);
    if (loaded.kind === "unreadable") return stop(repository, ports, loaded.problem, null);
    const decision = await decideNow(repository, ports, loaded, brought);
    if (decision.kind === "stopped") {
      return stop(repository, ports, decision.problem, loaded.kind === "loaded" ? loaded.state.request.issue : null);
    }
    const timely = brought.filter((result) => !isRefused(result, decision.value));
    if (timely.length < brought.length) {
      brought = brought.map((result) => (timely.includes(result) ? result : tooLate(result)));
      continue; // an answer that came too late leaves nothing behind but what it cost, its files neither
    }
    if (decision.value.intents.length > 0) {
      const committed = await commit(repository, ports, loaded, decision.value, filesOf(brought));
      if (!committed) {
        lost += 1;
        if (lost === MAX_LOST_RACES) return { kind: "stopped", problem: LOST_RACES };
        await ports.backOff(lost);
        continue; // read, decide and write again, never the write alone
      }
      lost = 0;
      brought = [];
    }
    const acted = await act(repository, ports, decision.value);
    if (decision.value.intents.length > 0) idle = 0;
    else if (!acted) return { kind: "settled" };
    else idle += 1;
    if (idle >= decision.patience) break;
  }
  await breakLoop(repository, ports);
  return { kind: "stopped", problem: DOES_NOT_SETTLE };
}

const DOES_NOT_SETTLE: Refusal = {
  code: "does-not-settle",
  message: "the loop went round without getting anywhere; something undoes what is done here",
};

/** Cycles without progress end in one card, not in spending: nothing is asked until a person has looked. */
async function breakLoop(repository: RepositoryRef, ports: Ports): Promise<void> {
  const loaded = await ports.state.load(repository);
  if (loaded.kind !== "loaded" || loaded.state.project?.status !== "ACTIVE") return;
  const { record, open } = loaded.state.checkpoint;
  if (open !== null) return;
  const reached: Intent = { kind: "checkpoint-reached", at: ports.clock.now(), triggers: ["no-progress"], record };
  const decision = await decideNow(repository, ports, loaded, [{ intents: [reached], files: [] }]);
  if (decision.kind === "stopped" || !(await commit(repository, ports, loaded, decision.value, []))) return;
  await act(repository, ports, decision.value);
}

const LOST_RACES: Refusal = {
  code: "lost-races",
  message: `the state branch was written by somebody else ${MAX_LOST_RACES} times in a row; the next event or sweep tries again`,
};

/** What a person must mend is said where they look; nothing is overwritten. */
async function stop(
  repository: RepositoryRef,
  { forge, setupKit }: Ports,
  problem: Refusal,
  issue: number | null,
): Promise<Settled> {
  const { requests } = await forge.observe(repository, wantedOf(null, Config.parse({}), setupKit));
  const comment = problemComment(problem, { issue, requests });
  if (comment !== null) await forge.perform(repository, comment);
  return { kind: "stopped", problem };
}

async function decideNow(
  repository: RepositoryRef,
  ports: Ports,
  loaded: Exclude<LoadedState, { kind: "unreadable" }>,
  brought: readonly JobResult[],
): Promise<{ kind: "decided"; value: Decision; patience: number } | { kind: "stopped"; problem: Refusal }> {
  const state = loaded.kind === "loaded" ? loaded.state : null;
  const seen = await look(repository, ports, state);
  if (!seen.ok) return { kind: "stopped", problem: seen.refusal };
  const { observed, config } = seen.value;
  const paths = state === null ? [] : storedPaths(state);
  const stored = loaded.kind === "loaded" ? await ports.state.read(repository, loaded.head, paths) : new Map();
  const missing = paths.find((path) => !stored.has(path));
  if (missing !== undefined) return { kind: "stopped", problem: missingFile(missing) };
  const files = new Map([...stored, ...filesOf(brought).map(({ path, text }) => [path, text] as const)]);
  const draftText = files.get(DRAFT_PATH);
  const draft = draftText === undefined ? null : readYaml(DRAFT_PATH, draftText, ProductSpec);
  if (draft !== null && !draft.ok) return { kind: "stopped", problem: draft.refusal };
  return {
    kind: "decided",
    patience: config.budgets.max_cycles_without_progress,
    value: decide({
      state,
      observed,
      config,
      draft: draft === null ? null : draft.value,
      files,
      stateHead: loaded.kind === "loaded" ? loaded.head : null,
      given: brought.flatMap(({ intents }) => intents),
      now: ports.clock.now(),
      setupKit: ports.setupKit,
    }),
  };
}

/**
 * Some repositories call their labels and branches otherwise, and only a look tells so: it is repeated there with the
 * right names.
 */
async function look(
  repository: RepositoryRef,
  { forge, setupKit }: Ports,
  state: FactoryState | null,
): Promise<Outcome<{ readonly observed: Observed; readonly config: Config }>> {
  const usual = wantedOf(state, Config.parse({}), setupKit);
  const observed = await forge.observe(repository, usual);
  const config = readConfig(observed.config);
  if (!config.ok) return config;
  const wanted = wantedOf(state, config.value, setupKit);
  if (canonicalJson(wanted) === canonicalJson(usual)) return accept({ observed, config: config.value });
  return accept({ observed: await forge.observe(repository, wanted), config: config.value });
}

function filesOf(brought: readonly JobResult[]): FileToWrite[] {
  return brought.flatMap(({ files }) => files);
}

function tooLate({ intents }: JobResult): JobResult {
  return { intents: paymentsFor(intents), files: [] };
}

function isRefused({ intents }: JobResult, { refused }: Decision): boolean {
  return refused.some(({ intent }) => intents.includes(intent));
}

function missingFile(path: string): Refusal {
  const message = `${path} is missing from the state branch, and the state speaks of it; restore it from the branch's history`;
  return { code: "state-file-missing", message };
}

/** One commit carries the next state, the intents that led there, and the files they speak of. */
async function commit(
  repository: RepositoryRef,
  ports: Ports,
  loaded: Exclude<LoadedState, { kind: "unreadable" }>,
  decision: Decision,
  brought: readonly FileToWrite[],
): Promise<boolean> {
  if (decision.state === null) return true;
  const kinds = decision.intents.map((intent) => ("move" in intent ? intent.move.kind : intent.kind));
  const result = await ports.state.commit(repository, {
    expectedHead: loaded.kind === "loaded" ? loaded.head : null,
    message: `factory: ${[...new Set(kinds)].join(", ")}`,
    files: [
      { path: ".factory/state.yml", text: writeYaml(decision.state, FactoryState) },
      { path: ".factory/intents.yml", text: writeYaml([...decision.intents], Intent.array()) },
      ...brought,
      ...decision.files,
    ],
  });
  return result.kind === "committed";
}

/** Performs what is owed. Jobs run beside the loop and are not waited for; they are not progress. */
async function act(repository: RepositoryRef, { forge, jobs }: Ports, { owed, state }: Decision): Promise<boolean> {
  // What still runs after a release is a deprecation: shipped modules outlive their project.
  const ended = state !== null && isFinished(state) && state.project?.status !== "RELEASED";
  if (state?.project?.status === "PAUSED" || ended) jobs.cancelAll(repository);
  let acted = false;
  for (const effect of owed) {
    if (isJob(effect)) jobs.start(repository, effect);
    else acted = (await forge.perform(repository, effect)) || acted;
  }
  return acted;
}
