import { z } from "zod";
import type { EffectOf, PerformContext } from "../client/github.js";

/** Returns whether any label was created. GitHub refuses an existing name in any case, which is fine. */
export async function createLabels(
  { gitHub, owner, repo }: PerformContext,
  { labels }: EffectOf<"create-labels">,
): Promise<boolean> {
  let made = false;
  for (const { name, color, description } of labels) {
    try {
      await gitHub.request("POST /repos/{owner}/{repo}/labels", { owner, repo, name, color, description });
      made = true;
    } catch (error) {
      if (!isTaken(error)) throw error;
    }
  }
  return made;
}

const Taken = z.object({
  status: z.literal(422),
  response: z.object({ data: z.object({ errors: z.array(z.object({ code: z.string() })) }) }),
});

function isTaken(error: unknown): boolean {
  const refused = Taken.safeParse(error);
  return refused.success && refused.data.response.data.errors.some(({ code }) => code === "already_exists");
}
