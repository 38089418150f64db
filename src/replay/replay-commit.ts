import { EVENTS_PATH, STATE_PATH } from "../domain/gates/state-paths.js";
import type { Instant, Sha } from "../domain/ids.js";
import { accept, type Outcome, type Refusal, refuse } from "../domain/refusal.js";
import type { FactoryEvent } from "../engine/event.js";
import { FactoryState } from "../engine/factory-state.js";
import type { Prepared } from "../engine/feature.js";
import { reduce } from "../engine/reduce.js";
import { EVENTS_PATH_V1, StoredEvents, StoredState } from "../engine/state-versions.js";
import { DRAFT_PATH } from "../features/spec/draft-paths.js";
import { ProductSpec } from "../features/spec/product-spec.js";
import { prepareProject } from "../features/tasks/prepare-project.js";
import { readYaml } from "../yaml/yaml.js";
import { differences } from "./differences.js";

/** The files of a state commit that a replay reads. */
export const REPLAYED_PATHS = [STATE_PATH, EVENTS_PATH, EVENTS_PATH_V1, DRAFT_PATH] as const;

/** One commit of the state branch. */
export type HistoryCommit = {
  readonly sha: Sha;
  readonly at: Instant;
  readonly subject: string;
  readonly files: ReadonlyMap<string, string>;
};

/** What replaying one commit showed: its events lead to the state it holds, or not and how. */
export type ReplayedCommit = {
  readonly sha: Sha;
  readonly at: Instant;
  readonly subject: string;
  readonly events: readonly string[];
} & (
  | { readonly result: "reproduced" }
  | { readonly result: "differs"; readonly differences: readonly string[] }
  | { readonly result: "refused"; readonly event: string; readonly refusal: Refusal }
  | { readonly result: "unreadable"; readonly refusal: Refusal }
);

/** Folds a commit's events over the state before it and compares with the state it holds, which is the next to go on from. */
export function replayCommit(
  before: FactoryState | null,
  commit: HistoryCommit,
): { readonly replayed: ReplayedCommit; readonly after: FactoryState | null } {
  const { sha, at, subject, files } = commit;
  const stored = readFile(files, STATE_PATH, StoredState);
  const after = stored.ok ? stored.value : null;
  const events = readFile(files, files.has(EVENTS_PATH) ? EVENTS_PATH : EVENTS_PATH_V1, StoredEvents);
  const named = { sha, at, subject, events: events.ok ? events.value.map(nameOf) : [] };
  if (!stored.ok) return { replayed: { ...named, result: "unreadable", refusal: stored.refusal }, after };
  if (!events.ok) return { replayed: { ...named, result: "unreadable", refusal: events.refusal }, after };
  let state = before;
  for (const event of events.value) {
    const prepared = prepare(event, stored.value, files);
    const next = prepared.ok ? reduce(state, event, prepared.value) : prepared;
    if (!next.ok) {
      return { replayed: { ...named, result: "refused", event: nameOf(event), refusal: next.refusal }, after };
    }
    state = next.value;
  }
  const found = differences(stored.value, FactoryState.parse(state));
  return {
    replayed:
      found.length === 0 ? { ...named, result: "reproduced" } : { ...named, result: "differs", differences: found },
    after,
  };
}

function readFile<S extends Parameters<typeof readYaml>[2]>(
  files: ReadonlyMap<string, string>,
  path: string,
  schema: S,
): ReturnType<typeof readYaml<S>> {
  const text = files.get(path);
  return text === undefined ? refuse("missing", `${path} is not in this commit`) : readYaml(path, text, schema);
}

/** A project is computed again from the draft in its own commit; that the branch has that name is all that is taken on trust. */
function prepare(event: FactoryEvent, stored: FactoryState, files: ReadonlyMap<string, string>): Outcome<Prepared> {
  if (event.kind !== "project-started") return accept({});
  const draft = readFile(files, DRAFT_PATH, ProductSpec);
  if (!draft.ok) return draft;
  if (stored.project === null) return refuse("no-project", "a project started, but the state holds none");
  const { repository_id: repositoryId, used_tasks: used, project } = stored;
  return prepareProject(draft.value, event, { repositoryId, branch: project.branch, used });
}

/** `project-updated` and its like say more with the event they hold. */
function nameOf(event: FactoryEvent): string {
  return "event" in event ? `${event.kind} (${event.event.kind})` : event.kind;
}
