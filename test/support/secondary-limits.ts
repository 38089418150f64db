import { faultAnswer } from "../../src/sandbox/faults/fault-answer.js";
import type { InterceptedRequest, Interceptor } from "../../src/sandbox/forge/http/interceptors.js";
import { reply } from "../../src/sandbox/forge/http/reply.js";
import { tooQuickly } from "./faults/too-quickly.js";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** What GitHub allows one installation (decisions.md#github-limits). */
const CREATIONS_A_MINUTE = 80;
const CREATIONS_AN_HOUR = 500;
const POINTS_A_MINUTE = 900;
const POINTS = { read: 1, write: 5 } as const;
const WAIT_SECONDS = 60;

type Counted = { readonly at: number; readonly points: number; readonly creates: boolean };

/** Enforces GitHub's secondary limits on installation tokens by the forge's clock. `hits` counts the refusals. */
export function secondaryLimits(clock: () => number): Interceptor & { readonly hits: () => number } {
  let recent: Counted[] = [];
  let hits = 0;
  return {
    hits: () => hits,
    beforeRequest(request) {
      if (!/\bghs_/.test(request.headers.authorization ?? "")) return { kind: "pass" };
      const now = clock();
      const write = isWrite(request);
      recent = recent.filter(({ at }) => at > now - HOUR_MS);
      const counted = [...recent, { at: now, points: write ? POINTS.write : POINTS.read, creates: write }];
      if (isWithin(counted, now)) {
        recent = counted;
        return { kind: "pass" };
      }
      hits += 1;
      if (createsTooMuch(counted, now)) return { kind: "answer", reply: tooQuickly(request) };
      const fault = { kind: "rate_limit", limit: "secondary", status: 403, wait_seconds: WAIT_SECONDS } as const;
      const { status, headers, json } = faultAnswer({ kind: "answer", fault }, now / 1_000);
      return { kind: "answer", reply: reply(status, json, headers) };
    },
  };
}

function isWithin(counted: readonly Counted[], now: number): boolean {
  const points = lastMinute(counted, now).reduce((sum, request) => sum + request.points, 0);
  return points <= POINTS_A_MINUTE && !createsTooMuch(counted, now);
}

function createsTooMuch(counted: readonly Counted[], now: number): boolean {
  const creations = (among: readonly Counted[]) => among.filter(({ creates }) => creates).length;
  return creations(lastMinute(counted, now)) > CREATIONS_A_MINUTE || creations(counted) > CREATIONS_AN_HOUR;
}

function lastMinute(counted: readonly Counted[], now: number): readonly Counted[] {
  return counted.filter(({ at }) => at > now - MINUTE_MS);
}

/** GraphQL always uses POST, but only a mutation writes. */
function isWrite({ method, path, body }: InterceptedRequest): boolean {
  if (["GET", "HEAD"].includes(method)) return false;
  return !path.endsWith("/graphql") || /"query":\s*"\s*mutation/.test(body.toString());
}
