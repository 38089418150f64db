import { z } from "zod";

/** What GitHub says about a limit that was hit: when it ends, or nothing more than that there is one. */
export type LimitTold = { readonly endsAt: number | null };

const Answer = z.object({
  status: z.number(),
  headers: z.record(z.string(), z.unknown()).default({}),
  data: z.unknown().optional(),
});
const Failure = z.object({ response: Answer });
const Words = z.object({ message: z.string().default(""), documentation_url: z.string().default("") });
const GraphqlErrors = z.object({ errors: z.array(z.object({ type: z.string().optional() })) });

/**
 * Whether an answer is a limit. A 403 is also GitHub's word for a missing permission; without a header it can be told from
 * a secondary limit by nothing but its text, which GitHub documents as the way to tell.
 */
export function limitTold(errorOrAnswer: unknown, now: number): LimitTold | null {
  const failure = Failure.safeParse(errorOrAnswer);
  const answer = failure.success ? failure.data.response : Answer.safeParse(errorOrAnswer).data;
  if (answer === undefined) return null;
  const { status, headers, data } = answer;
  const endsAt = endOf(headers, now);
  if (status === 429) return { endsAt };
  if (status === 403) return endsAt !== null || namesLimit(data) ? { endsAt } : null;
  return status === 200 && isGraphqlLimit(data) ? { endsAt } : null;
}

function endOf(headers: Readonly<Record<string, unknown>>, now: number): number | null {
  const number = (name: string) => {
    const value = headers[name];
    return value === undefined || value === "" || Number.isNaN(Number(value)) ? null : Number(value);
  };
  const retryAfter = number("retry-after");
  if (retryAfter !== null) return now + retryAfter * 1_000;
  const reset = number("x-ratelimit-reset");
  return number("x-ratelimit-remaining") === 0 && reset !== null ? reset * 1_000 : null;
}

function namesLimit(data: unknown): boolean {
  const words = Words.safeParse(data);
  if (!words.success) return false;
  return /\brate limit/i.test(words.data.message) || words.data.documentation_url.includes("rate-limits");
}

function isGraphqlLimit(data: unknown): boolean {
  const parsed = GraphqlErrors.safeParse(data);
  return parsed.success && parsed.data.errors.some(({ type }) => type === "RATE_LIMITED");
}
