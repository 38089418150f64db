import type { Situation } from "../../engine/situation.js";
import type { WorkSituation } from "../modules/work-situation.js";
import { judgedTree } from "./judged-tree.js";

/**
 * Classifies a foreign head of a complete branch. "Update branch" merges the judged head with the base, whoever presses
 * it. But a person with push access can add other changes to such a merge, so it is proved by its tree, which must be
 * the one that gate 3 judged. Until gate 3 has ended on that base, the result is unknown. A newer base must be the head
 * of the default branch or lie between the two: an older one would bring back old gates.
 */
export function branchUpdate(
  situation: Pick<Situation, "files" | "observed" | "stored">,
  { taskId, work: { stage }, pull }: WorkSituation,
): "none" | "of-a-newer-base" | "unproved" | "proved" {
  if ((stage.stage !== "integrating" && stage.stage !== "merging") || pull?.state !== "open") return "none";
  const [own, base, ...others] = pull.headParents;
  if (own !== stage.head || base === undefined || others.length > 0) return "none";
  if (base !== stage.base) {
    const isNewer = base === situation.observed.defaultHead || pull.joinedAfter === stage.base;
    return isNewer ? "of-a-newer-base" : "none";
  }
  if (stage.stage === "integrating") return "unproved";
  // The gate 3 result can be read once it is committed.
  const before = situation.stored?.work[taskId]?.stage;
  const isStored = before?.stage === "merging" && before.gates.nonces.execute === stage.gates.nonces.execute;
  if (!isStored) return "unproved";
  const judged = judgedTree(situation, taskId, stage);
  return judged !== undefined && judged === pull.headTree ? "proved" : "none";
}
