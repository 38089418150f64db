/**
 * A form uses the route of the REST API that a person's client would use, with that person's rights: the same checks,
 * refusals and webhooks.
 */

import type { Caller } from "../../forge/context.js";
import type { Call } from "../../forge/http/call.js";
import type { Reply } from "../../forge/http/reply.js";
import type { Match, Method } from "../../forge/http/router.js";
import type { AccountRecord } from "../../forge/records/account.js";

export type FindRoute = (method: string, path: string) => Match | undefined;

export type Asked = {
  readonly person: AccountRecord;
  readonly method: Method;
  /** The path below `/api/v3`, with each part encoded. */
  readonly path: string;
  readonly body: object;
};

export async function askApi(find: FindRoute, call: Call, { person, method, path, body }: Asked): Promise<Reply> {
  const match = find(method, path);
  if (match === undefined) throw new Error(`the API has no ${method} ${path}`);
  const caller: Caller = callerFor(person);
  return match.route.handle({
    ...call,
    caller,
    method,
    url: new URL(call.hub.urls.api(path)),
    params: match.params,
    headers: {},
    body: Buffer.from(JSON.stringify(body)),
  });
}

/** A signed-in person without a token. */
export function callerFor(user: AccountRecord): Caller {
  return { kind: "user", user, scopes: ["repo", "workflow"] };
}
