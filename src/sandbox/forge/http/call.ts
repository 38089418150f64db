/** One request as a handler sees it, and functions that read its parts. */
import type { z } from "zod";
import type { Acting, Caller } from "../context.js";
import { actingAs } from "../context.js";
import type { GitRepository } from "../git/git-repository.js";
import type { Hub } from "../hub.js";
import type { RepositoryRecord } from "../records/repository.js";
import { GitHubError, unprocessable } from "./errors.js";

export type Call = {
  readonly hub: Hub;
  readonly caller: Caller;
  readonly method: string;
  readonly url: URL;
  readonly params: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Settles when the response was sent. Webhooks wait for it. */
  readonly responded: Promise<void>;
};

export type RepositoryCall = Call & { readonly repository: RepositoryRecord; readonly git: GitRepository };

/** The caller as an actor; 401 for an anonymous one. */
export const acting = (call: Call): Acting => actingAs(call.caller, call.responded);

/** The validated JSON body. Unknown fields are ignored, like on GitHub. */
export function readBody<T>(call: Call, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(parseJson(call.body), { reportInput: true });
  if (parsed.success) return parsed.data;
  throw unprocessable(`Invalid request.\n\n${parsed.error.issues.map(describeIssue).join("\n")}`);
}

function parseJson(body: Buffer): unknown {
  if (body.length === 0) return {};
  try {
    return JSON.parse(body.toString()) ?? {};
  } catch (error) {
    if (error instanceof SyntaxError) throw new GitHubError(400, "Problems parsing JSON");
    throw error;
  }
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const path = issue.path.join(".");
  if (issue.input === undefined) return `"${path}" wasn't supplied.`;
  return `For '${path === "" ? "/" : path}', ${issue.message}.`;
}

export function query(call: Pick<Call, "url">, name: string): string | undefined {
  return call.url.searchParams.get(name) ?? undefined;
}

export function param(call: Pick<Call, "params">, name: string): string {
  const value = call.params[name];
  if (value === undefined) throw new Error(`the route has no parameter ${name}`);
  return value;
}

/** The requested media type: `application/vnd.github.diff` gives "diff". */
export function mediaFormat(call: Pick<Call, "headers">): string | undefined {
  return /application\/vnd\.github(?:\.v3)?\.([a-z]+)/.exec(call.headers.accept ?? "")?.[1];
}
