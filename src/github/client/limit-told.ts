import { z } from "zod";

/**
 * What GitHub says about a limit that was hit: when it ends, or nothing more than that there is one. A limit of the
 * installation stops every request of it; one of the question stops only that question, which cost too much to answer.
 */
export type LimitTold = { readonly of: "installation" | "question"; readonly endsAt: number | null };

const Answer = z.object({
  status: z.number(),
  headers: z.record(z.string(), z.unknown()).default({}),
  data: z.unknown().optional(),
});
const Failure = z.object({ response: Answer });
const Words = z.object({ message: z.string().default(""), documentation_url: z.string().default("") });
const Refused = z.object({
  message: z.string().default(""),
  errors: z.array(z.union([z.string(), z.looseObject({ message: z.string().default("") })])).default([]),
});
const GraphqlErrors = z.object({
  errors: z
    .array(z.object({ type: z.string().nullish(), code: z.unknown().optional(), message: z.string().default("") }))
    .min(1),
  data: z.unknown().optional(),
});

/**
 * Whether an answer is a rate limit. A 403 also means a missing permission; without a header a secondary limit is
 * recognised only by its text, as GitHub documents.
 */
export function limitTold(errorOrAnswer: unknown, now: number): LimitTold | null {
  const answer = answerIn(errorOrAnswer);
  if (answer === undefined) return null;
  const told = judge(answer, now);
  // An end that is over, by a clock that differs from ours, tells nothing: nobody may ask again at once.
  return told !== null && told.endsAt !== null && told.endsAt <= now ? { ...told, endsAt: null } : told;
}

function judge(answer: Answer, now: number): LimitTold | null {
  const { status, headers, data } = answer;
  const endsAt = endOf(headers, now);
  if (status === 429) return { of: "installation", endsAt };
  if (status === 403) return endsAt !== null || namesLimit(data) ? { of: "installation", endsAt } : null;
  if (status === 422) return isTooQuick(data) ? { of: "installation", endsAt } : null;
  return status === 200 ? graphqlLimit(answer, endsAt) : null;
}

/** When the next request may go, where a good answer was the last one that the limit allows; null for every other answer. */
export function closedAfter(answer: unknown): number | null {
  const headers = answerIn(answer)?.headers ?? {};
  return numberIn(headers, "x-ratelimit-remaining") === 0 ? resetIn(headers) : null;
}

type Answer = z.infer<typeof Answer>;

function answerIn(errorOrAnswer: unknown): Answer | undefined {
  const failure = Failure.safeParse(errorOrAnswer);
  return failure.success ? failure.data.response : Answer.safeParse(errorOrAnswer).data;
}

function endOf(headers: Answer["headers"], now: number): number | null {
  const retryAfter = numberIn(headers, "retry-after");
  if (retryAfter !== null) return now + retryAfter * 1_000;
  return numberIn(headers, "x-ratelimit-remaining") === 0 ? resetIn(headers) : null;
}

function resetIn(headers: Answer["headers"]): number | null {
  const reset = numberIn(headers, "x-ratelimit-reset");
  return reset === null ? null : reset * 1_000;
}

function numberIn(headers: Answer["headers"], name: string): number | null {
  const value = headers[name];
  return value === undefined || value === "" || Number.isNaN(Number(value)) ? null : Number(value);
}

function namesLimit(data: unknown): boolean {
  const words = Words.safeParse(data);
  if (!words.success) return false;
  return /\brate limit/i.test(words.data.message) || words.data.documentation_url.includes("rate-limits");
}

/** How GitHub tells that content comes too fast: among the refusals of a validation, and by nothing but these words. */
const TOO_QUICK = /\bwas submitted too quickly\b/i;

function isTooQuick(data: unknown): boolean {
  const refused = Refused.safeParse(data);
  if (!refused.success) return false;
  const { message, errors } = refused.data;
  return [message, ...errors.map((error) => (typeof error === "string" ? error : error.message))].some((words) =>
    TOO_QUICK.test(words),
  );
}

/** GitHub has used both words for the same thing. */
const PRIMARY = new Set(["RATE_LIMIT", "RATE_LIMITED"]);

/**
 * GraphQL tells its limits with status 200. The hourly one is named by type or code, and then its reset counts even where the
 * header still shows something remaining; the secondary one has only its words. A question that costs too much is answered in
 * part: a part of an observation would be taken for the whole.
 */
function graphqlLimit({ headers, data }: Answer, endsAt: number | null): LimitTold | null {
  const parsed = GraphqlErrors.safeParse(data);
  if (!parsed.success) return null;
  const { errors, data: found } = parsed.data;
  const of = "installation";
  if (errors.some(({ type, code }) => PRIMARY.has(type ?? "") || code === "graphql_rate_limit"))
    return { of, endsAt: endsAt ?? resetIn(headers) };
  if (errors.some(({ message }) => /\bsecondary rate limit/i.test(message) || TOO_QUICK.test(message)))
    return { of, endsAt };
  if (errors.some(({ type }) => type === "RESOURCE_LIMITS_EXCEEDED")) return { of: "question", endsAt };
  return (found ?? null) === null && closedAfter({ status: 200, headers }) !== null ? { of, endsAt } : null;
}
