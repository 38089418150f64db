import { z } from "zod";
import { ReleaseId } from "../../../domain/artifacts/artifact-id.js";
import { Digest, Instant, ModuleRef, Sha } from "../../../domain/ids.js";
import { Locating } from "../../../domain/validation/locating.js";
import { SuiteAwaited } from "../../../domain/validation/suite-awaited.js";

/** What is to be released, and who ordered it. */
export const ReleaseOrder = z.strictObject({
  release_id: ReleaseId,
  /** Null for everything that is active; otherwise exactly the named modules. */
  modules: z.array(ModuleRef).min(1).nullable(),
  /** Null if the end of the last task made it due. */
  asked_by: z.string().min(1).nullable(),
  since: Instant,
});
export type ReleaseOrder = z.infer<typeof ReleaseOrder>;

const phase = <P extends string, S extends z.core.$ZodLooseShape>(name: P, shape: S) =>
  z.strictObject({ phase: z.literal(name), order: ReleaseOrder, ...shape });

/**
 * The phase of a release (requirements.md#release). Every transition is a state commit, so it resumes there after a
 * crash.
 */
export const ReleaseState = z.discriminatedUnion("phase", [
  /** The whole suite must have run on exactly the commit to be released (decisions.md#cadence-of-the-suite). */
  phase("validating", { run: SuiteAwaited.nullable(), lost: z.int().min(0) }),
  /** It failed, and the merge that broke it is searched for. */
  phase("locating", { locating: Locating }),
  /** The four gates run over the modules at `head`. */
  phase("preparing", { head: Sha }),
  /** They passed. The manifest goes to the default branch by its own pull request. */
  phase("proposing", { head: Sha, digest: Digest }),
  /** Merged as `commit`, which is tagged and released next. */
  phase("publishing", { commit: Sha }),
  phase("published", { commit: Sha, tag: z.string().min(1) }),
  /** `empty` if there was no module to release: another order would not change that. */
  phase("refused", { why: z.string().min(1), at: Instant, empty: z.literal(true).exactOptional() }),
]);
export type ReleaseState = z.infer<typeof ReleaseState>;

export function isFullRelease({ modules }: ReleaseOrder): boolean {
  return modules === null;
}

/**
 * The paths of a release's records: the manifest has the same path on both branches, the others are on the state
 * branch.
 */
export function manifestPath(releaseId: ReleaseId): string {
  return `.factory/releases/${releaseId}.yml`;
}

export function releaseNotesPath(releaseId: ReleaseId): string {
  return `.factory/releases/${releaseId}.notes.md`;
}

export function failureReportPath(releaseId: ReleaseId): string {
  return `.factory/releases/${releaseId}.report.yml`;
}

export function fullRunPath(releaseId: ReleaseId): string {
  return `.factory/releases/${releaseId}.suite.yml`;
}
