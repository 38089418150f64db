import type { Query, QueryNodeArgs, QueryNodesArgs, QueryRepositoryArgs, QueryUserArgs } from "@octokit/graphql-schema";
import { instant } from "../clock.js";
import { accountOf } from "../context.js";
import { notAccessible } from "../http/errors.js";
import { findAccount, fullName } from "../lookup.js";
import type { AccountRecord } from "../records/account.js";
import type { Asking } from "./asking.js";
import { placeByName } from "./find-place.js";
import { unresolvable } from "./graphql-refusal.js";
import { nodeById } from "./node-by-id.js";
import { actorNode, viewerNode } from "./nodes/actor-node.js";
import { repositoryNode } from "./nodes/repository-node.js";
import type { FieldsOf } from "./resolve-field.js";

export function queryRoot(asking: Asking) {
  const { hub, caller } = asking;
  const account = (login: string, type: AccountRecord["type"]) => {
    const found = findAccount(hub.state, login);
    if (found?.type !== type) throw unresolvable(`a${type === "User" ? "" : "n"} ${type} with the login of '${login}'`);
    return actorNode(hub, found);
  };
  return {
    repository: ({ owner, name, followRenames }: QueryRepositoryArgs) => {
      const place = placeByName(asking, owner, name);
      const renamed = fullName(hub.state, place.repository).toLowerCase() !== `${owner}/${name}`.toLowerCase();
      if (renamed && followRenames === false) throw unresolvable(`a Repository with the name '${owner}/${name}'`);
      return repositoryNode(place);
    },
    node: ({ id }: QueryNodeArgs) => nodeById(asking, id),
    /** Each id stands or falls alone: one that is gone is null, with an error of its own. */
    nodes: ({ ids }: QueryNodesArgs) => ids.map((id) => nodeById(asking, id)),
    user: ({ login }: QueryUserArgs) => account(login, "User"),
    organization: ({ login }: QueryUserArgs) => account(login, "Organization"),
    viewer: () => {
      const viewer = accountOf(caller);
      if (viewer === undefined) throw notAccessible();
      return viewerNode(hub, viewer);
    },
    rateLimit: () => {
      const { limit, used, remaining, reset } = asking.rates.look(caller);
      return { limit, used, remaining, resetAt: instant(reset * 1000), cost: 1, nodeCount: 0 };
    },
  } satisfies FieldsOf<Query>;
}
