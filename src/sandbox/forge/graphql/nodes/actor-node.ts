import type { Bot, Organization, User } from "@octokit/graphql-schema";
import type { Hub } from "../../hub.js";
import { theAccount } from "../../lookup.js";
import { nodeId } from "../../node-id.js";
import type { AccountRecord } from "../../records/account.js";
import { simpleUser } from "../../resources/account.js";
import type { FieldsOf } from "../resolve-field.js";

type AnyActor = User & Bot & Organization;

/** The account that did something. The logins of bots end with `[bot]` in REST but not in GraphQL. */
export function actorNode(hub: Hub, account: AccountRecord) {
  const { html_url: url, avatar_url: avatarUrl } = simpleUser(hub, account);
  return {
    __typename: account.type,
    id: nodeId(account.type, account.id),
    databaseId: account.id,
    login: account.login.replace(/\[bot\]$/, ""),
    name: account.name,
    email: account.email ?? "",
    avatarUrl,
    url,
    createdAt: account.createdAt,
    updatedAt: account.createdAt,
  } satisfies FieldsOf<AnyActor>;
}

export const actorById = (hub: Hub, id: number) => actorNode(hub, theAccount(hub.state, id));

/** `viewer` is always a User. An App sees itself there with its full login. */
export function viewerNode(hub: Hub, account: AccountRecord) {
  return { ...actorNode(hub, account), __typename: "User", login: account.login };
}
