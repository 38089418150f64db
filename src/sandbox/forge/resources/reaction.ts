import type { Hub } from "../hub.js";
import { theAccount } from "../lookup.js";
import { nodeId } from "../node-id.js";
import { REACTIONS, type Reactable, type ReactionContent, type ReactionRecord } from "../records/issue.js";
import { simpleUser } from "./account.js";
import type { Schema } from "./schemas.js";

export function reactionJson(hub: Hub, reaction: ReactionRecord): Schema<"reaction"> {
  return {
    id: reaction.id,
    node_id: nodeId("Reaction", reaction.id),
    user: simpleUser(hub, theAccount(hub.state, reaction.userId)),
    content: reaction.content,
    created_at: reaction.createdAt,
  };
}

/** The count of each reaction. `of` is the URL of the issue or comment. */
export function reactionRollup({ reactions }: Reactable, of: string): Schema<"reaction-rollup"> {
  const count = (content: ReactionContent) => reactions.filter((reaction) => reaction.content === content).length;
  const counts = Object.fromEntries(REACTIONS.map((content) => [content, count(content)]));
  return {
    url: `${of}/reactions`,
    total_count: reactions.length,
    ...(counts as Record<ReactionContent, number>),
  };
}
