/** Finds what was done twice in a product's repository. */
import { markerIn } from "../../src/render/marker.js";
import type { RepositoryRecord } from "../../src/sandbox/forge/records/repository.js";
import type { ScriptedProduct } from "./scripted-product.js";
import { brokenInvariants } from "./state-invariants.js";

/** Checks for duplicates and for broken rules in the commits of the state branch. The expected result is none. */
export async function doneTwice(
  { forge }: Pick<ScriptedProduct, "forge">,
  repository: RepositoryRecord,
): Promise<string[]> {
  const head = repository.refs.get("refs/heads/factory/state");
  const { broken } =
    head === undefined
      ? { broken: ["it has no state"] }
      : await brokenInvariants(forge.hub.git(repository).directory, head);
  return [...repeated(repository), ...broken].map((line) => `${repository.name}: ${line}`);
}

/** Names the objects of a repository that exist twice. */
export function repeated(repository: RepositoryRecord): string[] {
  const own = <T extends { readonly viaApp: boolean }>(records: Iterable<T>) =>
    [...records].filter(({ viaApp }) => viaApp);
  const seen = new Map<string, number>();
  const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);
  for (const { head } of repository.pulls.values()) count(`pull request for ${head.ref}`);
  for (const { issueNumber, body } of own(repository.comments.values())) {
    count(`comment ${markerIn(body) ?? body.slice(0, 60)} in #${issueNumber}`);
  }
  for (const { pullNumber, body } of own(repository.reviews.values()))
    count(`review ${markerIn(body)} of #${pullNumber}`);
  for (const { headSha, externalId, name } of repository.checkRuns.values()) {
    if (name.startsWith("factory /")) count(`check ${name} ${externalId} on ${headSha}`);
  }
  for (const { displayTitle } of repository.runs.values()) count(`gate run ${displayTitle}`);
  for (const { tagName } of repository.releases.values()) count(`release ${tagName}`);
  return [...seen].filter(([, times]) => times > 1).map(([what, times]) => `${times} times ${what}`);
}
