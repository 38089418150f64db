import { hasStatus, LimitedUntil } from "../../domain/errors.js";
import { closedAfter, limitTold } from "./limit-told.js";
import { LONGEST_SLEEP_MS, type Pace, type Timing, untoldWait } from "./write-limiter.js";

/** The part of a request that the policy needs. */
export type RequestFacts = { readonly method: string; readonly url: string; readonly query?: unknown };

/** How often a read is repeated after an error of GitHub, and the pauses before. */
const PAUSES_MS = [500, 1_500, 4_000];
/** How often a read waits for a short rate limit. */
const PATIENCE = 3;

/**
 * Only reads are repeated: a failed write may have been done, so its effect checks before it repeats it
 * (decisions.md#effects-are-keyed). A read waits for a short rate limit; otherwise the limit ends the step with a
 * specific error.
 */
export function requestPolicy(pace: Pace, timing: Timing) {
  return async function send<R, O extends RequestFacts>(
    request: (options: O) => R | Promise<R>,
    options: O,
  ): Promise<R> {
    const write = !isRead(options);
    for (let failures = 0, limits = 0; ; ) {
      if (!write) await pace.beforeRead();
      // Each field of a mutation counts as a write.
      else for (let count = fieldsIn(options); count > 0; count -= 1) await pace.beforeWrite();
      const outcome = await attempt(request, options);
      const told = limitTold("error" in outcome ? outcome.error : outcome.answer, timing.now());
      // The same question costs the same a moment later: it waits by itself, and holds nothing else back.
      if (told?.of === "question") {
        const until = told.endsAt ?? timing.now() + untoldWait(0);
        throw new LimitedUntil(until, "GitHub limits what one question may cost");
      }
      if (told !== null) {
        const until = await pace.limited(told.endsAt);
        limits += 1;
        if (write || limits > PATIENCE || until - timing.now() > LONGEST_SLEEP_MS)
          throw new LimitedUntil(until, "GitHub limits this installation");
        continue; // `beforeRead` waits
      }
      if ("answer" in outcome) {
        pace.answered();
        const closedUntil = closedAfter(outcome.answer);
        if (closedUntil !== null) await pace.limited(closedUntil);
        return outcome.answer;
      }
      const pause = PAUSES_MS[failures];
      if (write || pause === undefined || !isPassing(outcome.error)) throw outcome.error;
      failures += 1;
      await timing.sleep(pause);
    }
  };
}

type Attempted<R> = { readonly answer: R } | { readonly error: unknown };

async function attempt<R, O>(request: (options: O) => R | Promise<R>, options: O): Promise<Attempted<R>> {
  try {
    return { answer: await request(options) };
  } catch (error) {
    return { error };
  }
}

/** GraphQL is always a POST; its first word says what it does. */
export function isRead({ method, url, query }: RequestFacts): boolean {
  if (["GET", "HEAD"].includes(method.toUpperCase())) return true;
  return url.endsWith("/graphql") && typeof query === "string" && /^\s*(?:query\b|\{)/.test(query);
}

/** The fields of a mutation with several, each with its own alias (`write-together.ts`). */
function fieldsIn({ query }: RequestFacts): number {
  return typeof query === "string" ? Math.max(1, query.match(/^ {2}m\d+: /gm)?.length ?? 0) : 1;
}

/** Errors of GitHub, and broken connections, which Octokit reports as 500. */
function isPassing(error: unknown): boolean {
  return hasStatus(error, 500, 502, 503, 504);
}
