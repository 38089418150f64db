import { z } from "zod";
import { hasStatus, reasonIn } from "../../domain/errors.js";
import type { Refusal } from "../../domain/refusal.js";

/** A failed request; without a response there was no answer. */
const GitHubFailure = z.object({
  name: z.literal("HttpError"),
  status: z.number(),
  response: z.object({}).optional(),
});

/** A gateway in front of GitHub may send a whole page. */
const LONGEST = 200;

/** GitHub's refusal, or that there was no answer, in a sentence; null for any other error, which is a bug. */
export function explainFailure(error: unknown, gitHub: string): Refusal | null {
  const failed = GitHubFailure.safeParse(error);
  if (!failed.success) return null;
  const reason = shortened(reasonIn(error));
  const { status, response } = failed.data;
  if (response !== undefined)
    return { code: "github", message: `GitHub answered ${status} at ${gitHub} (${reason}).`, details: { status } };
  const advice = "Check the network, HTTPS_PROXY and, for an Enterprise Server, GHE_HOST.";
  return { code: "unreachable", message: `GitHub cannot be reached at ${gitHub} (${reason}). ${advice}` };
}

/**
 * The same for the App's own identity. 404 means a wrong App id, 401 a wrong key; an answer without an App comes from
 * another server.
 */
export function explainUnknownApp(error: unknown, gitHub: string): Refusal | null {
  if (error instanceof z.ZodError) {
    const advice = "Check GHE_HOST, GHE_PROTOCOL and HTTPS_PROXY.";
    return { code: "not-github", message: `What answers at ${gitHub} is not GitHub. ${advice}` };
  }
  if (!hasStatus(error, 401, 404)) return explainFailure(error, gitHub);
  const advice = "Compare both with the App's settings page; the clock of this machine must be right, too.";
  return { code: "credentials", message: `GitHub does not accept APP_ID and PRIVATE_KEY at ${gitHub}. ${advice}` };
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST)}…`;
}
