import semver from "semver";
import type { Sha, Version } from "../../../domain/ids.js";

/**
 * The tag of a release: `v<spec_version>`, or the next free patch. A spec has one version, but may be released more
 * than once: in part, or again after a module was replaced. A tag on the released commit is this release's own, made
 * before a crash.
 */
export function releaseTag(specVersion: Version, commit: Sha, tags: ReadonlyMap<string, Sha>): string {
  for (let version: string | null = specVersion; version !== null; version = semver.inc(version, "patch")) {
    const tag = `v${version}`;
    const at = tags.get(tag);
    if (at === undefined || at === commit) return tag;
  }
  throw new RangeError(`${specVersion} is not a version`);
}
