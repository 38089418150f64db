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
    /** Each id is resolved alone. A missing one is null, with its own error. */
    nodes: ({ ids }: QueryNodesArgs) => ids.map((id) => nodeById(asking, id)),
    user: ({ login }: QueryUserArgs) => account(login, "User"),
    organization: ({ login }: QueryUserArgs) => account(login, "Organization"),
    viewer: () => {
      const viewer = accountOf(caller);
      if (viewer === undefined) throw notAccessible();
      return viewerNode(hub, viewer);
    },
    // A server without limits says nothing of them.
    rateLimit: () => {
      if (!hub.profile.limitsRates && hub.graphqlRateLimit === undefined) return null;
      const { limit, used, remaining, reset } = asking.rate;
      const { points: cost, nodes: nodeCount } = asking.cost;
      return { limit, used, remaining, resetAt: instant(reset * 1000), cost, nodeCount };
    },
  } satisfies FieldsOf<Query>;
}
