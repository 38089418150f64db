import type { Platform } from "../host.js";
import type { ActionReference } from "../workflow/action-reference.js";

/** Commits of version 3. A commit does not show its version number. Any other commit counts as newer. */
const PINNED_V3: ReadonlySet<string> = new Set(["c24449f33cd45d4826c6702db7e49f7cdb9b551d"]);

/**
 * Why this version of an artifact action does not work on this GitHub, in the action's own words; undefined if it
 * works.
 */
export function refusedArtifactAction(
  reference: ActionReference,
  { artifacts }: Pick<Platform, "artifacts">,
): string | undefined {
  if (reference.kind !== "built-in" || !reference.name.endsWith("-artifact")) return undefined;
  const { name, ref } = reference;
  const isOld = PINNED_V3.has(ref) || /^v[1-3](?:\D|$)/.test(ref);
  if (artifacts === "v3" && !isOld)
    return "@actions/artifact v2.0.0+, upload-artifact@v4+ and download-artifact@v4+ are not currently supported on GHES.";
  if (artifacts === "v4" && isOld)
    return `This request has been automatically failed because it uses a deprecated version of \`${name}: ${ref}\`.`;
  return undefined;
}
