import { z } from "zod";
import type { EffectOf, PerformContext } from "../client/github.js";

export async function closePullRequest(
  context: PerformContext,
  { number }: EffectOf<"close-pull-request">,
): Promise<boolean> {
  const { gitHub, owner, repo } = context;
  const pull = { owner, repo, pull_number: number };
  const { data } = await gitHub.request("GET /repos/{owner}/{repo}/pulls/{pull_number}", pull);
  if (z.object({ state: z.string() }).parse(data).state !== "open") return false;
  await gitHub.request("PATCH /repos/{owner}/{repo}/pulls/{pull_number}", { ...pull, state: "closed" });
  return true;
}
