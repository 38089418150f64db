import { type ModuleRef, parseModuleRef } from "../../domain/ids.js";
import { isThere } from "../../domain/index-entries/code-index-entry.js";
import { consumersOf } from "../../domain/index-entries/consumers.js";
import type { JobEffect, JobResult, RepositoryRef } from "../../engine/ports.js";
import { sealOf } from "../../features/seals/drift.js";
import { recordViolations } from "../../features/seals/record-violations.js";
import { type ChangedPath, sealViolations } from "../../features/seals/seal-violations.js";
import { sealedCheck, tooLargeCheck } from "../../features/seals/sealed-check.js";
import { type CheckOutput, SEALED_CHECK } from "../../render/check-output.js";
import { hiddenMarker } from "../../render/marker.js";
import { type JobPorts, NOTHING } from "../../roles/reading/job-ports.js";
import { readSealed, type SealedReading } from "../../roles/reading/read-sealed.js";
import { readTree } from "../../roles/reading/read-task.js";

type Judging = Extract<JobEffect, { kind: "judge-seals" }>;

/** Reports on a commit whether its pull requests keep what is sealed. An up-to-date check run is not written again. */
export async function judgeSeals(
  repository: RepositoryRef,
  effect: Judging,
  { reader, forge, signal }: Pick<JobPorts, "reader" | "forge" | "signal">,
): Promise<JobResult> {
  const output = await judge(repository, effect, reader);
  // The head has moved, which is another job; or everything was paused.
  if (output === "moved" || signal.aborted) return NOTHING;
  await forge.perform(repository, {
    kind: "keep-check-run",
    key: "sealed",
    name: SEALED_CHECK,
    head: effect.head,
    ...output,
    text: hiddenMarker(effect.key),
    actions: [],
  });
  return NOTHING;
}

async function judge(
  repository: RepositoryRef,
  { pulls, sealed_at, may_write, fork, ways }: Judging,
  reader: JobPorts["reader"],
): Promise<CheckOutput | "moved"> {
  const changes: ChangedPath[] = [];
  for (const pull of pulls) {
    const changed = await reader.changedFiles(repository, pull);
    if (changed.kind === "moved") return "moved";
    if (changed.kind === "too-many") return tooLargeCheck(changed.files, fork);
    changes.push(...changed.changes);
  }
  const sealed = await readSealed(await readTree(repository, sealed_at, reader));
  const building = new Set(may_write.building.map((ref) => parseModuleRef(ref).moduleId));
  const violations = sealViolations(changes, sealed.versions.map(sealOf), building);
  return sealedCheck({
    violations,
    records: recordViolations(changes, may_write),
    dependants: dependantsOf(
      sealed,
      violations.map(({ module_ref }) => module_ref),
    ),
    unreadable: sealed.unreadable.map(({ why }) => why),
    isFork: fork,
    ways,
  });
}

/** The dependants of these versions, as far as their files exist. */
export function dependantsOf(
  { entries }: Pick<SealedReading, "entries">,
  refs: readonly ModuleRef[],
): Map<ModuleRef, readonly ModuleRef[]> {
  const there = entries.filter(isThere);
  return new Map(refs.map((ref) => [ref, consumersOf(there, ref)]));
}
