import { Config } from "./domain/config/config.js";
import { DRAFT_PATH } from "./domain/factory/artifacts.js";
import type { FileToWrite } from "./domain/factory/effect.js";
import { FactoryState } from "./domain/factory/factory-state.js";
import { Intent } from "./domain/factory/intent.js";
import type { Refusal } from "./domain/refusal.js";
import { ProductSpec } from "./domain/spec/product-spec.js";
import { type Decision, decide } from "./loop/decide.js";
import { wantedOf } from "./loop/wanted.js";
import type { Clock, Forge, JobResult, Jobs, LoadedState, RepositoryRef, StateStore } from "./ports.js";
import { readYaml, writeYaml } from "./yaml.js";

/** What reconciling needs of the world. */
export type Ports = {
  readonly state: StateStore;
  readonly forge: Forge;
  readonly jobs: Jobs;
  readonly clock: Clock;
};

/** How a reconcile ended: nothing is owed but a wait, or it stopped with a reason that a person can read. */
export type Settled = { readonly kind: "settled" } | { readonly kind: "stopped"; readonly problem: Refusal };

/** Enough for any honest course of events; beyond it something undoes what we do. */
const MAX_CYCLES = 25;
const NOTHING: JobResult = { intents: [], files: [] };

/**
 * Brings a repository from where it is to where it should be. Short: it never waits for a model or a gate run. Commit
 * first, act second; what a crash leaves undone is owed again by the next one (DESIGN, 2).
 */
export async function reconcile(repository: RepositoryRef, ports: Ports, given: JobResult = NOTHING): Promise<Settled> {
  let brought = given;
  for (let cycle = 0; cycle < MAX_CYCLES; cycle += 1) {
    const loaded = await ports.state.load(repository);
    if (loaded.kind === "unreadable") return { kind: "stopped", problem: loaded.problem };
    const decision = await decideNow(repository, ports, loaded, brought);
    if (decision.kind === "stopped") return decision;
    if (decision.value.intents.length > 0) {
      const committed = await commit(repository, ports, loaded, decision.value, brought.files);
      if (!committed) continue; // lost the race: read, decide and write again, never the write alone
      brought = NOTHING;
    }
    if (!(await act(repository, ports, decision.value)) && decision.value.intents.length === 0)
      return { kind: "settled" };
  }
  const message = `nothing settled after ${MAX_CYCLES} cycles; something undoes what is done here`;
  return { kind: "stopped", problem: { code: "does-not-settle", message } };
}

async function decideNow(
  repository: RepositoryRef,
  ports: Ports,
  loaded: Exclude<LoadedState, { kind: "unreadable" }>,
  brought: JobResult,
): Promise<{ kind: "decided"; value: Decision } | { kind: "stopped"; problem: Refusal }> {
  const state = loaded.kind === "loaded" ? loaded.state : null;
  const observed = await ports.forge.observe(repository, wantedOf(state, Config.parse({})));
  const config = readYaml(
    ".factory/config.yml",
    observed.config.status === "present" ? observed.config.text : "",
    Config.nullable(),
  );
  if (!config.ok) return { kind: "stopped", problem: config.refusal };
  const stored =
    loaded.kind === "loaded" ? await ports.state.read(repository, loaded.head, storedPaths(loaded.state)) : new Map();
  const files = new Map([...stored, ...brought.files.map(({ path, text }) => [path, text] as const)]);
  const draftText = files.get(DRAFT_PATH);
  const draft = draftText === undefined ? null : readYaml(DRAFT_PATH, draftText, ProductSpec);
  if (draft !== null && !draft.ok) return { kind: "stopped", problem: draft.refusal };
  return {
    kind: "decided",
    value: decide({
      state,
      observed,
      config: config.value ?? Config.parse({}),
      draft: draft === null ? null : draft.value,
      taskFiles: files,
      given: brought.intents,
      now: ports.clock.now(),
    }),
  };
}

/** The files that a decision in this state may look at, and no others. */
function storedPaths({ product, project }: FactoryState): string[] {
  const draft = product?.phase === "awaiting-approval" || product?.phase === "approved" ? [DRAFT_PATH] : [];
  const tasks = Object.values(project?.tasks ?? {}).filter(
    ({ status, pull_request }) => status === "IN_PROGRESS" && pull_request === null,
  );
  return [...(project === null ? draft : []), ...tasks.map(({ path }) => path)];
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
  const kinds = decision.intents.map(({ kind }) => kind);
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
  if (state?.project?.status === "PAUSED") jobs.cancelAll(repository);
  let acted = false;
  for (const effect of owed) {
    if (effect.kind === "draft-spec") jobs.start(repository, effect);
    else acted = (await forge.perform(repository, effect)) || acted;
  }
  return acted;
}
