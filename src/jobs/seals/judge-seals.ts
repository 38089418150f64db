import { type ModuleRef, parseModuleRef } from "../../domain/ids.js";
import { isThere } from "../../domain/index-entries/code-index-entry.js";
import { consumersOf } from "../../domain/index-entries/consumers.js";
import { scopeProblems } from "../../domain/ledger/scope-problems.js";
import type { JobEffect, JobResult, RepositoryRef } from "../../engine/ports.js";
import { scopeCheck } from "../../features/ledger/scope-check.js";
import { sealOf } from "../../features/seals/drift.js";
import { recordViolations } from "../../features/seals/record-violations.js";
import { type ChangedPath, sealViolations } from "../../features/seals/seal-violations.js";
import { sealedCheck, tooLargeCheck } from "../../features/seals/sealed-check.js";
import { type CheckOutput, SCOPE_CHECK, SEALED_CHECK } from "../../render/check-output.js";
import { hiddenMarker } from "../../render/marker.js";
import { type JobPorts, NOTHING } from "../../roles/reading/job-ports.js";
import { readSealed, type SealedReading } from "../../roles/reading/read-sealed.js";
import { readTree } from "../../roles/reading/read-task.js";
import { readScopeChange } from "./read-scope-change.js";

type Judging = Extract<JobEffect, { kind: "judge-seals" }>;

/** Reports on a commit whether its pull requests keep what is sealed. An up-to-date check run is not written again. */
export async function judgeSeals(
  repository: RepositoryRef,
  effect: Judging,
  { reader, forge, signal }: Pick<JobPorts, "reader" | "forge" | "signal">,
): Promise<JobResult> {
  const judged = await judge(repository, effect, reader);
  // The head has moved, which is another job; or everything was paused.
  if (judged === "moved" || signal.aborted) return NOTHING;
  const keep = (key: string, name: string, output: CheckOutput) =>
    forge.perform(repository, {
      kind: "keep-check-run",
      key,
      name,
      head: effect.head,
      ...output,
      text: hiddenMarker(effect.key),
      actions: [],
    });
  // The seal's check is last: it marks this head as judged.
  if (judged.scope !== null) await keep("scope", SCOPE_CHECK, judged.scope);
  await keep("sealed", SEALED_CHECK, judged.sealed);
  return NOTHING;
}

async function judge(
  repository: RepositoryRef,
  { pulls, sealed_at, may_write, fork, ways }: Judging,
  reader: JobPorts["reader"],
): Promise<{ readonly sealed: CheckOutput; readonly scope: CheckOutput | null } | "moved"> {
  const changes: ChangedPath[] = [];
  for (const pull of pulls) {
    const changed = await reader.changedFiles(repository, pull);
    if (changed.kind === "moved") return "moved";
    if (changed.kind === "too-many") return { sealed: tooLargeCheck(changed.files, fork), scope: null };
    changes.push(...changed.changes);
  }
  const tree = await readTree(repository, sealed_at, reader);
  const sealed = await readSealed(tree);
  const scope = await readScopeChange({ repository, reader, tree, sealed, changes });
  const building = new Set(may_write.building.map((ref) => parseModuleRef(ref).moduleId));
  const violations = sealViolations(changes, sealed.versions.map(sealOf), building);
  const seals = sealedCheck({
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
  return {
    sealed: seals,
    scope: scope === null ? null : scopeCheck("why" in scope ? [scope] : scopeProblems(scope), fork),
  };
}

/** The dependants of these versions, as far as their files exist. */
export function dependantsOf(
  { entries }: Pick<SealedReading, "entries">,
  refs: readonly ModuleRef[],
): Map<ModuleRef, readonly ModuleRef[]> {
  const there = entries.filter(isThere);
  return new Map(refs.map((ref) => [ref, consumersOf(there, ref)]));
}
