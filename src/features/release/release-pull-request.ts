import type { Version } from "../../domain/ids.js";
import type { ReleaseOrder } from "./rules/release-state.js";

/** Explains what merging does, for a reviewer of a protected branch. */
export function releasePullRequestBody({
  order,
  issue,
  path,
  version,
}: {
  readonly order: ReleaseOrder;
  readonly issue: number;
  readonly path: string;
  /** The spec's version. It is also the tag's, unless that is taken. */
  readonly version: Version;
}): string {
  const what = order.modules === null ? "everything that is active" : order.modules.join(", ");
  const asked = order.asked_by === null ? "Every task has ended" : `${order.asked_by} asked for it`;
  return [
    `The release of ${what}, for #${issue}. ${asked}, and all four release gates passed.`,
    "",
    `It adds the manifest \`${path}\` and nothing else. When it is merged, the merge commit is tagged and published as a release: \`v${version}\`, or the next patch that is free where that tag is taken.`,
  ].join("\n");
}
