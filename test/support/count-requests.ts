/** Counts the App's requests to GitHub at the forge: every request with an installation token. */
import { z } from "zod";
import type { Forge } from "../../src/sandbox/forge/forge.js";
import type { InterceptedRequest } from "../../src/sandbox/forge/http/interceptors.js";

export type Counted = { readonly route: string; readonly isWrite: boolean };

const MERGE = "PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge";

/** Starts counting. Where tasks are done in sequence, the requests between two merges belong to one task. */
export function countRequests({ intercept }: Pick<Forge, "intercept">) {
  const counted: Counted[] = [];
  const merges: number[] = [];
  intercept({
    beforeRequest: (request) => {
      if (isOurs(request)) counted.push({ route: routeOf(request), isWrite: isWrite(request) });
      return { kind: "pass" };
    },
    afterRequest: (request) => {
      if (isOurs(request) && routeOf(request) === MERGE) merges.push(counted.length);
      return { kind: "pass" };
    },
  });
  return {
    /** The requests from one merge to another, counted from 1. */
    betweenMerges: (from: number, to: number): readonly Counted[] => {
      const [start, end] = [merges[from - 1], merges[to - 1]];
      if (start === undefined || end === undefined) throw new RangeError(`there were ${merges.length} merges`);
      return counted.slice(start, end);
    },
  };
}

/** Routes with their number of requests, the most frequent first. */
export function byRoute(counted: readonly Counted[]): [route: string, times: number][] {
  const routes = new Map<string, number>();
  for (const { route } of counted) routes.set(route, (routes.get(route) ?? 0) + 1);
  return [...routes].sort(([, one], [, other]) => other - one);
}

/** A request with an installation token. A download only completes the request for an artifact. */
function isOurs({ headers, path }: InterceptedRequest): boolean {
  if (path.includes("/_downloads/") || path.endsWith("/installation/repositories")) return false;
  return /\bghs_/.test(headers.authorization ?? "");
}

function routeOf({ method, path, template, body }: InterceptedRequest): string {
  if (!path.endsWith("/graphql")) return `${method} ${template ?? path}`;
  const { query } = z.object({ query: z.string() }).parse(JSON.parse(body.toString()));
  const [, operation = "query"] = /^\s*(query|mutation)\b/.exec(query) ?? [];
  const fields = query.replaceAll(/\([^()]*\)|\b(?:query|mutation)\b[^{]*/g, " ").match(/\w+/g) ?? [];
  return `graphql ${operation} ${fields.slice(0, operation === "mutation" ? 1 : 4).join(" ")}`;
}

function isWrite({ method, path, body }: InterceptedRequest): boolean {
  if (path.endsWith("/graphql")) return /"query":\s*"\s*mutation/.test(body.toString());
  return method !== "GET" && method !== "HEAD";
}
