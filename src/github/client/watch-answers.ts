import { z } from "zod";
import { pointsOf } from "./ask-cost.js";
import type { RequestFacts } from "./request-policy.js";

/** One answer of GitHub, for metrics. Status 0: there was none. */
export type AnswerFacts = {
  readonly method: string;
  readonly status: number;
  /** What GraphQL charges for it; null for REST, and where there was no answer. */
  readonly points: number | null;
  readonly limit: { readonly resource: string; readonly remaining: number } | null;
};

const Limit = z.object({ "x-ratelimit-resource": z.string(), "x-ratelimit-remaining": z.coerce.number() });
const Answer = z.object({ status: z.number(), headers: z.unknown(), data: z.unknown().optional() });
const Failure = z.object({ response: Answer });

/** Reports every answer, good or bad, and changes nothing. */
export function watchAnswers(tell: (facts: AnswerFacts) => void) {
  return async function send<R, O extends RequestFacts>(
    request: (options: O) => R | Promise<R>,
    options: O,
  ): Promise<R> {
    try {
      const answer = await request(options);
      tell(factsOf(options, answer));
      return answer;
    } catch (error) {
      const failure = Failure.safeParse(error);
      tell(factsOf(options, failure.success ? failure.data.response : null));
      throw error;
    }
  };
}

function factsOf(request: RequestFacts, answer: unknown): AnswerFacts {
  const { method } = request;
  const parsed = Answer.safeParse(answer);
  if (!parsed.success) return { method, status: 0, points: null, limit: null };
  const limit = Limit.safeParse(parsed.data.headers);
  return {
    method,
    status: parsed.data.status,
    points: pointsOf(request, parsed.data.data),
    limit: limit.success
      ? { resource: limit.data["x-ratelimit-resource"], remaining: limit.data["x-ratelimit-remaining"] }
      : null,
  };
}
