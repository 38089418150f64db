import type { RepositoryRef } from "../ports.js";
import { lastRequest } from "./last-request.js";
import type { Ports } from "./reconcile-ports.js";
import { setAsideComment } from "./set-aside-comment.js";

/**
 * Posts it in the issue of the request in progress, or else in the one that was labelled last. Without any issue
 * nothing is posted.
 */
export async function saySetAside(
  repository: RepositoryRef,
  ports: Pick<Ports, "state" | "forge" | "setupKit">,
  aside: { readonly reason: string; readonly since: string } | null,
): Promise<void> {
  const loaded = await ports.state.load(repository);
  const issue = loaded.kind === "loaded" ? loaded.state.request.issue : await lastRequest(repository, ports);
  if (issue !== undefined) await ports.forge.perform(repository, setAsideComment(issue, aside));
}
