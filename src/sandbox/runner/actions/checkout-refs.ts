/** What to check out: a ref, a commit, or both. Empty means unknown. */
export type CheckoutTarget = { readonly ref: string; readonly commit: string };

const ALL_BRANCHES = "+refs/heads/*:refs/remotes/origin/*";
const ALL_TAGS = "+refs/tags/*:refs/tags/*";

/**
 * Without `ref`, the run's own repository is checked out at the run's commit, and any other repository at its default
 * branch.
 */
export function checkoutTarget(ref: string, run: CheckoutTarget | undefined): CheckoutTarget {
  if (/^[0-9a-f]{40}$/.test(ref)) return { ref: "", commit: ref };
  if (ref !== "") return { ref, commit: "" };
  return run === undefined ? { ref: "", commit: "" } : { ref: run.ref, commit: run.commit };
}

/**
 * The refspecs of each fetch, for a fully qualified ref. A commit wins over the current tip of its branch. It is
 * fetched separately from "all", because git refuses two sources for one destination.
 */
export function fetches(
  target: CheckoutTarget,
  requested: { readonly all: boolean; readonly tags: boolean },
): readonly string[][] {
  const { ref, commit } = target;
  if (requested.all) return [[ALL_BRANCHES, ALL_TAGS], ...(commit === "" && !isOther(ref) ? [] : [[pinned(target)]])];
  const tags = requested.tags ? [ALL_TAGS] : [];
  return [requested.tags && commit === "" && ref.startsWith("refs/tags/") ? tags : [...tags, pinned(target)]];
}

/** One source and one destination: the commit if there is one, otherwise the ref, stored under the ref's name. */
function pinned({ ref, commit }: CheckoutTarget): string {
  const branch = /^refs\/heads\/(.+)$/.exec(ref)?.[1];
  if (branch !== undefined) return `+${commit || ref}:refs/remotes/origin/${branch}`;
  if (commit !== "") return commit;
  return `+${ref}:${ref}`;
}

/** Refs outside branches and tags, such as refs/pull/7/head. "all" does not include them. */
function isOther(ref: string): boolean {
  return ref.startsWith("refs/") && !/^refs\/(heads|tags)\//.test(ref);
}
