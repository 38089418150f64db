import type { GitActor } from "@octokit/graphql-schema";
import type { Signature } from "../../git/objects.js";
import type { Hub } from "../../hub.js";
import { accountOfSignature } from "../../resources/commit.js";
import type { FieldsOf } from "../resolve-field.js";
import { actorNode } from "./actor-node.js";

/** A name and address in a commit, with the account behind them if there is one. */
export function gitActorNode(hub: Hub, signature: Signature) {
  const account = accountOfSignature(hub, signature);
  return {
    name: signature.name,
    email: signature.email,
    date: signature.date,
    user: account?.type === "User" ? actorNode(hub, account) : null,
  } satisfies FieldsOf<GitActor>;
}
