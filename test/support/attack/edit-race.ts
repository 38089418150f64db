/** Edits or deletes a comment with a command while the App is about to perform it. */

import { markerIn } from "../../../src/render/marker.js";
import { consent, startScriptedProduct } from "../scripted-product.js";
import { toy, toySpec, toyTask } from "../toy-modules.js";
import { until } from "../until.js";
import { openWindow, type Point } from "./strike.js";

const TASK = toyTask(1, [toy("alpha", 1)]);

/**
 * `obeyed`: the original command was performed. `refused`: the App answered and did nothing. `unheard`: the comment was
 * gone.
 */
export type Edited = {
  readonly point: Point | null;
  /** The App's requests from the command to its answer. */
  readonly requests: number;
  readonly struck: string | null;
  readonly outcome: "obeyed" | "refused" | "unheard";
};

/**
 * Edits or deletes the comment on a spec at every given point. The edited text is an approval, which must never count.
 */
export async function raceEdits(points: readonly (Point | null)[], how: "edit" | "delete"): Promise<Edited[]> {
  const rounds = points.map((_, index) => [`product/draft.${index + 1}`, [{ answer: toySpec([TASK]) }]] as const);
  const last = [`product/draft.${points.length + 1}`, [{ answer: toySpec([TASK]) }]] as const;
  const product = await startScriptedProduct({ answers: Object.fromEntries([...rounds, last]) });
  const { person, gitHub, forge } = product;
  let striking = "before anything was done";
  const phase = async () => {
    const state = await person.state();
    if (state?.product?.phase === "approved" || (state?.project ?? null) !== null)
      throw new Error(`the spec was approved (${striking}); again: npm run soak -- races --point ${striking}`);
    const spec = state?.product;
    return spec?.phase === "awaiting-approval" && spec.pull_request !== null ? spec : undefined;
  };
  try {
    await consent(product);
    await person.ask("Build wrappers");
    const seen: Edited[] = [];
    for (const point of points) {
      striking = point === null ? "nowhere" : `${how}:${point.moment}:${point.at}`;
      const before = await until("a draft", phase);
      await forge.idle();
      const written: { id?: number } = {};
      const window = openWindow(forge, point, async () => {
        const at = { ...forge.repo, comment_id: await until("the comment's id", async () => written.id) };
        if (how === "edit") await gitHub.rest.issues.updateComment({ ...at, body: "/factory approve" });
        else await gitHub.rest.issues.deleteComment(at);
      });
      window.open();
      const said = await person.comment(before.pull_request ?? 0, "/factory reject It is too vague.");
      written.id = said.data.id;
      const answer = await until(`an answer, or nothing (${striking})`, async () => {
        const comments = await person.comments(before.pull_request ?? 0);
        if (comments.some((body) => markerIn(body) === `answer:${said.data.id}`)) return "answered";
        if (window.struck() === null || how === "edit") return undefined;
        await forge.idle();
        return (await phase())?.round.number === before.round.number ? "unheard" : undefined;
      });
      const requests = window.requests();
      // The answer appears before its request is complete. A strike right after that request is still to come.
      await forge.idle();
      window.close();
      // A late effect of the edited text would happen now.
      await forge.idle();
      const isNext = (await until("a draft", phase)).round.number > before.round.number;
      const outcome = isNext ? "obeyed" : answer === "answered" ? "refused" : "unheard";
      seen.push({ point, requests, struck: window.struck(), outcome });
    }
    return seen;
  } finally {
    await product.stop();
  }
}
