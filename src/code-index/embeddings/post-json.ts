import { EmbedderUnavailable } from "../embedder.js";

/** The time limit and the number of attempts before an embedder counts as unavailable. */
export type HttpLimits = {
  readonly timeoutMs: number;
  readonly attempts: number;
  /** The pause before the second attempt. It doubles with each attempt. */
  readonly pauseMs: number;
  /** A server that requests a longer pause counts as unavailable. */
  readonly longestPauseMs: number;
};

type Post = {
  readonly url: string;
  readonly key: string | null;
  readonly body: unknown;
  readonly limits: HttpLimits;
  readonly sleep: (ms: number) => Promise<void>;
};

/** The result of one attempt: a response, a temporary failure, or a permanent one. */
type Attempt =
  | { readonly kind: "answered"; readonly json: unknown }
  | { readonly kind: "again"; readonly why: string; readonly afterMs: number | undefined }
  | { readonly kind: "failed"; readonly why: string };

/** Temporary failures: the server was busy, restarting or unreachable. */
const PASSING = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Enough of an error page to identify the problem. */
const WORDS = 300;

/** A request for an embedding changes nothing, so it may be repeated, a limited number of times. */
export async function postJson(post: Post): Promise<unknown> {
  const { url, limits, sleep } = post;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await postOnce(post);
    if (outcome.kind === "answered") return outcome.json;
    const pause = (outcome.kind === "again" ? outcome.afterMs : undefined) ?? limits.pauseMs * 2 ** (attempt - 1);
    if (outcome.kind === "failed" || attempt >= limits.attempts || pause > limits.longestPauseMs)
      throw new EmbedderUnavailable(`${url} ${outcome.why} (attempt ${attempt} of ${limits.attempts}).`);
    await sleep(pause);
  }
}

async function postOnce({ url, key, body, limits }: Post): Promise<Attempt> {
  const signal = AbortSignal.timeout(limits.timeoutMs);
  const headers = { "content-type": "application/json", ...(key === null ? {} : { authorization: `Bearer ${key}` }) };
  let status: number;
  let text: string;
  let retryAfter: string | null;
  try {
    // A redirect could send the key to another host.
    const response = await fetch(url, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
      signal,
      redirect: "error",
    });
    status = response.status;
    retryAfter = response.headers.get("retry-after");
    text = await response.text();
  } catch (error) {
    const why = signal.aborted
      ? `did not answer within ${limits.timeoutMs} ms`
      : `could not be reached: ${reason(error)}`;
    return { kind: "again", why, afterMs: undefined };
  }
  if (status === 200) return parsed(text);
  const why = `answered ${status}: ${withoutKey(text, key).slice(0, WORDS)}`;
  return PASSING.has(status) ? { kind: "again", why, afterMs: milliseconds(retryAfter) } : { kind: "failed", why };
}

function parsed(text: string): Attempt {
  try {
    return { kind: "answered", json: JSON.parse(text) };
  } catch (error) {
    if (error instanceof SyntaxError) return { kind: "failed", why: "answered with something that is not JSON" };
    throw error;
  }
}

/** `Retry-After` in seconds. Its other form, a date, is rare and counts as absent. */
function milliseconds(retryAfter: string | null): number | undefined {
  return retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : undefined;
}

function withoutKey(text: string, key: string | null): string {
  return key === null ? text : text.replaceAll(key, "***");
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
