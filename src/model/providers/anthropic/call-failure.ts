import { APIConnectionError, APIError } from "@anthropic-ai/sdk";
import type { CallFailure } from "../../model-provider.js";

/** Overload, by us (429) or by all users (503, 529), also when a stream reports it in the middle. */
const OVERLOADED_STATUS: ReadonlySet<number> = new Set([429, 503, 529]);
const OVERLOADED_TYPE: ReadonlySet<string> = new Set(["overloaded_error", "rate_limit_error"]);

/** Other temporary faults: time-outs, locks and errors of the provider's servers. */
const PASSING_STATUS: ReadonlySet<number> = new Set([408, 409]);
const PASSING_TYPE: ReadonlySet<string> = new Set(["api_error", "timeout_error"]);

type Arrived = Pick<CallFailure, "requestId" | "usage">;

/** Any error of opening or reading a stream, as a value. */
export function callFailure(error: unknown, arrived: Arrived): CallFailure {
  if (!(error instanceof APIError) || error instanceof APIConnectionError) {
    return { ...failed(`The connection to the model broke: ${reasonOf(error)}.`, arrived), passing: true };
  }
  const { status, type } = error;
  const requestId = error.requestID ?? arrived.requestId;
  const overloaded =
    (status !== undefined && OVERLOADED_STATUS.has(status)) || (type !== null && OVERLOADED_TYPE.has(type));
  const passing =
    overloaded ||
    (status !== undefined && (PASSING_STATUS.has(status) || status >= 500)) ||
    (status === undefined && type !== null && PASSING_TYPE.has(type));
  const where = status === undefined ? "in the middle of its answer" : `with status ${status}`;
  return {
    kind: "failure",
    outcome: overloaded ? "overloaded" : "failed",
    why: `The model's provider failed ${where}: ${error.apiMessage ?? error.message}${requestId === null ? "" : ` (request ${requestId})`}.`,
    passing,
    retryAfter: retryAfter(error.headers),
    requestId,
    usage: arrived.usage,
  };
}

/** A failure that no repetition can solve, such as a time limit or a person's pause. */
export function failed(why: string, arrived: Arrived): CallFailure {
  return { kind: "failure", outcome: "failed", why, passing: false, retryAfter: null, ...arrived };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}

/** Seconds or milliseconds. This provider does not use dates. */
function retryAfter(headers: Headers | undefined): number | null {
  const milliseconds = Number.parseFloat(headers?.get("retry-after-ms") ?? "");
  if (milliseconds > 0) return milliseconds;
  const seconds = Number.parseFloat(headers?.get("retry-after") ?? "");
  return seconds > 0 ? seconds * 1_000 : null;
}
