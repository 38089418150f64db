import type { Situation } from "../../engine/situation.js";
import type { WorkSituation } from "../modules/work-situation.js";
import { judgedTree } from "./judged-tree.js";

/**
 * What a head that is not ours is, once the branch is complete. "Update branch" joins the head that is judged with the base,
 * whoever presses it. But whoever may push can join the two and add what they like: it is proved by its tree, which must be
 * the one that gate 3 saw. Until gate 3 has ended on that base, nobody can tell. A base that is newer than the judged one is
 * known by being the default branch's head, or by lying between the two: an older one would bring back gates of the past.
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
  // What gate 3 said can be read once it is written down.
  const before = situation.stored?.work[taskId]?.stage;
  const isStored = before?.stage === "merging" && before.gates.nonces.execute === stage.gates.nonces.execute;
  if (!isStored) return "unproved";
  const judged = judgedTree(situation, taskId, stage);
  return judged !== undefined && judged === pull.headTree ? "proved" : "none";
}
