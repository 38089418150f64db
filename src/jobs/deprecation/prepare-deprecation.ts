import { sha256 } from "../../domain/hash.js";
import { changedEntries } from "../../domain/index-entries/changed-entries.js";
import { CodeIndexEntry } from "../../domain/index-entries/code-index-entry.js";
import type { Outcome } from "../../domain/refusal.js";
import type { JobEffect, JobResult, RepositoryRef } from "../../engine/ports.js";
import { type Deprecation, type DeprecationRequest, deprecate } from "../../features/deprecation/deprecation.js";
import { proposedEntryPath } from "../../features/deprecation/deprecation-state.js";
import { notDeprecated } from "../../features/deprecation/deprecation-texts.js";
import { type JobPorts, NOTHING } from "../../roles/reading/job-ports.js";
import { readCodeIndex } from "../../roles/reading/read-shipped.js";
import { readTree } from "../../roles/reading/read-task.js";
import { writeYaml } from "../../yaml/yaml.js";
import { findMigrations } from "./find-migrations.js";

type Deprecating = Extract<JobEffect, { kind: "prepare-deprecation" }>;

/**
 * The change of the present index for an order, or why it is impossible (requirements.md#deprecation); after its merge,
 * the consumers that move to the replacement.
 */
export async function prepareDeprecation(
  repository: RepositoryRef,
  { module: ref, head }: Deprecating,
  { state: store, reader, clock }: Pick<JobPorts, "state" | "reader" | "clock">,
): Promise<JobResult> {
  const loaded = await store.load(repository);
  if (loaded.kind !== "loaded") return NOTHING;
  const found = loaded.state.deprecations.find(({ order }) => order.module_ref === ref);
  if (found === undefined || found.phase === "proposing") return NOTHING;
  const { order } = found;
  const at = clock.now();
  if (found.phase === "migrating")
    return found.consumers === null ? findMigrations(await readTree(repository, head, reader), order, at) : NOTHING;
  const index = await readCodeIndex(await readTree(repository, head, reader));
  const { reason, migration_note: migrationNote, replacement } = order;
  const change = index.ok ? deprecated(index.value, { ref, reason, migrationNote, replacement, at: order.at }) : index;
  if (!change.ok) {
    const key = `deprecation:${ref}:${sha256(order.at).slice(0, 16)}`;
    const note = { key, issue: order.issue, body: notDeprecated(ref, change.refusal.message), answers: null };
    return { events: [{ kind: "deprecation-refused", at, module_ref: ref, note }], files: [] };
  }
  const text = writeYaml(change.value.entry, CodeIndexEntry);
  const downstream = [...change.value.downstream];
  return {
    events: [{ kind: "deprecation-prepared", at, module_ref: ref, digest: sha256(text), downstream }],
    files: [{ path: proposedEntryPath(ref), text }],
  };
}

function deprecated(index: readonly CodeIndexEntry[], request: DeprecationRequest): Outcome<Deprecation> {
  const change = deprecate(index, request);
  if (!change.ok) return change;
  const written = changedEntries(index, [change.value.entry]);
  return written.ok ? change : written;
}
