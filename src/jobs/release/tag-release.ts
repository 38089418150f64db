import { orThrow } from "../../domain/refusal.js";
import type { JobEffect, JobResult, RepositoryRef } from "../../engine/ports.js";
import { ReleaseManifest } from "../../features/release/rules/release-manifest.js";
import { manifestPath, releaseNotesPath } from "../../features/release/rules/release-state.js";
import { releaseTag } from "../../features/release/rules/release-tag.js";
import { type JobPorts, NOTHING } from "../../roles/reading/job-ports.js";
import { missingOnState } from "../../roles/reading/missing-file.js";
import { readYaml } from "../../yaml/yaml.js";

type Tagging = Extract<JobEffect, { kind: "tag-release" }>;

/** Tags and publishes a merged manifest. Repeated after a crash it finds its own tag and changes nothing. */
export async function tagRelease(
  repository: RepositoryRef,
  { release_id, commit }: Tagging,
  { state: store, reader, forge, clock, signal }: Pick<JobPorts, "state" | "reader" | "forge" | "clock" | "signal">,
): Promise<JobResult> {
  const loaded = await store.load(repository);
  if (loaded.kind !== "loaded") return NOTHING;
  const { release } = loaded.state;
  if (release?.phase !== "publishing" || release.order.release_id !== release_id) return NOTHING;
  const paths = [manifestPath(release_id), releaseNotesPath(release_id)] as const;
  const stored = await store.read(repository, loaded.head, paths);
  const [manifestText, notes] = paths.map((path) => stored.get(path));
  if (manifestText === undefined) throw missingOnState(paths[0]);
  if (notes === undefined) throw missingOnState(paths[1]);
  const { spec_version } = orThrow(readYaml(paths[0], manifestText, ReleaseManifest));
  const tag = releaseTag(spec_version, commit, await reader.versionTags(repository));
  // After a pause nothing is written, however near the end.
  if (signal.aborted) return NOTHING;
  await forge.perform(repository, { kind: "publish-release", key: tag, commit, name: tag, notes });
  return { events: [{ kind: "release-published", at: clock.now(), release_id, tag }], files: [] };
}
