import { z } from "zod";
import { type Outcome, refuse } from "../domain/refusal.js";

/** A request that failed; without a response nobody answered it. */
const GitHubFailure = z.object({
  name: z.literal("HttpError"),
  status: z.number(),
  message: z.string(),
  response: z.object({}).optional(),
});

/** What GitHub says no with, or that nobody answers there, in a sentence; everything else is a bug. */
export async function orWhyNot<T>(gitHub: string, look: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  try {
    return await look();
  } catch (error) {
    const failed = GitHubFailure.safeParse(error);
    if (!failed.success) throw error;
    const { status, message, response } = failed.data;
    if (response !== undefined) {
      return refuse("github", `GitHub answered ${status} at ${gitHub} (${message}). Try again in a while.`);
    }
    const advice = "Check the network, HTTPS_PROXY and, for an Enterprise Server, GHE_HOST.";
    return refuse("unreachable", `GitHub cannot be reached at ${gitHub} (${message}). ${advice}`);
  }
}
