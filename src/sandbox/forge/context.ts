/** Who is calling. Every request is one of these; access.ts decides what each may do. */
import { badCredentials, forbidden, GitHubError } from "./http/errors.js";
import { verifyAppJwt } from "./http/tokens.js";
import type { Hub } from "./hub.js";
import { theAccount, theApp } from "./lookup.js";
import type { AccountRecord } from "./records/account.js";
import type { InstallationRecord, Permissions, TokenRecord } from "./records/app.js";

export type Caller =
  | { readonly kind: "anonymous" }
  | { readonly kind: "app" }
  | {
      readonly kind: "user";
      readonly user: AccountRecord;
      readonly scopes: readonly string[];
      readonly throughApp?: string;
    }
  | {
      readonly kind: "installation";
      readonly user: AccountRecord;
      readonly installation: InstallationRecord;
      readonly permissions: Permissions;
      readonly repositoryIds: readonly number[] | null;
      readonly call: string;
    }
  | {
      readonly kind: "job";
      readonly user: AccountRecord;
      readonly repositoryId: number;
      readonly runId: number;
      readonly permissions: Permissions;
      readonly call: string;
    };

/** The actor of a change, and the promise after which its webhooks may be sent. */
export type Acting = {
  readonly user: AccountRecord;
  readonly caller: Caller;
  readonly responded: Promise<void>;
};

/** The login of the tokens that Actions gives to its jobs. */
export const ACTIONS_BOT = "github-actions[bot]";
/** The login of a merge queue. */
export const MERGE_QUEUE_BOT = "github-merge-queue[bot]";

/** `call` names the method and route for the permission counter. */
export function identify(hub: Hub, authorization: string | undefined, call: string): Caller {
  const token = tokenOf(authorization);
  if (token === undefined) return { kind: "anonymous" };
  const record = hub.state.tokens.get(token);
  if (record !== undefined) return callerOf(hub, record, call);
  if (/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) {
    verifyAppJwt(token, theApp(hub.state), Math.floor(hub.clock() / 1000));
    return { kind: "app" };
  }
  throw badCredentials();
}

/** `token X`, `Bearer X`, or Basic with the token as password (git) or as user name. */
export function tokenOf(authorization: string | undefined): string | undefined {
  if (authorization === undefined || authorization === "") return undefined;
  const [scheme = "", value = ""] = authorization.split(" ");
  switch (scheme.toLowerCase()) {
    case "token":
    case "bearer":
      return value;
    case "basic": {
      const text = Buffer.from(value, "base64").toString();
      const colon = text.indexOf(":");
      const password = text.slice(colon + 1);
      return password === "" || password === "x-oauth-basic" ? text.slice(0, colon) : password;
    }
    default:
      throw badCredentials();
  }
}

function callerOf(hub: Hub, record: TokenRecord, call: string): Caller {
  if (record.expiresAt !== null && Date.parse(record.expiresAt) <= hub.clock()) throw badCredentials();
  switch (record.kind) {
    case "user":
      return {
        kind: "user",
        user: theAccount(hub.state, record.userId),
        scopes: record.scopes,
        ...(record.throughApp === undefined ? {} : { throughApp: record.throughApp }),
      };
    case "job": {
      const { repositoryId, runId, permissions } = record;
      return { kind: "job", user: actionsBot(hub), repositoryId, runId, permissions, call };
    }
    case "installation": {
      const installation = hub.state.installations.get(record.installationId);
      if (installation === undefined) throw badCredentials();
      if (installation.suspendedAt !== null) throw forbidden("This installation has been suspended");
      const { permissions, repositoryIds } = record;
      const user = theAccount(hub.state, theApp(hub.state).botId);
      return { kind: "installation", user, installation, permissions, repositoryIds, call };
    }
    default:
      return record satisfies never;
  }
}

function actionsBot(hub: Hub): AccountRecord {
  return theAccount(hub.state, hub.state.logins.get(ACTIONS_BOT) ?? 0);
}

/** The account behind a caller. An App with its JWT has none, and neither has an anonymous caller. */
export function accountOf(caller: Caller): AccountRecord | undefined {
  return caller.kind === "anonymous" || caller.kind === "app" ? undefined : caller.user;
}

export function actingAs(caller: Caller, responded: Promise<void>): Acting {
  const user = accountOf(caller);
  if (user === undefined) throw new GitHubError(401, "Requires authentication");
  return { user, caller, responded };
}

/**
 * `performed_via_github_app` is set for what the App does as itself, and for what any App does on behalf of a person.
 */
export const viaWhom = ({ caller }: Acting): { readonly viaApp: boolean; readonly throughApp?: string } => ({
  viaApp: caller.kind === "installation",
  ...(caller.kind === "user" && caller.throughApp !== undefined ? { throughApp: caller.throughApp } : {}),
});

/** The App acts as itself. */
export const isViaApp = (acting: Acting): boolean => viaWhom(acting).viaApp;
