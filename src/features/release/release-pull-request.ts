import type { Version } from "../../domain/ids.js";
import type { ReleaseOrder } from "./rules/release-state.js";

/** Says what merging does, for whoever has to review it where a branch is protected. */
export function releasePullRequestBody({
  order,
  issue,
  path,
  version,
}: {
  readonly order: ReleaseOrder;
  readonly issue: number;
  readonly path: string;
  /** The spec's: it is the tag's, too, unless that one is taken. */
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
