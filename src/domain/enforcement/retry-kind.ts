/** How an attempt is repeated, and from which tree (decisions.md#which-tree-an-attempt-starts-from). */
export type RetryKind = "automatic-fix" | "fresh-attempt" | "revision";

export type RetryTree = "keep" | "restore-red-commit";

const TREE: Readonly<Record<RetryKind, RetryTree>> = {
  "automatic-fix": "keep",
  revision: "keep",
  "fresh-attempt": "restore-red-commit",
};

/** Work whose own tests pass is mended in place; nothing of it misleads the next attempt. */
export function treeFor(kind: RetryKind, ownTestsPass: boolean): RetryTree {
  return ownTestsPass ? "keep" : TREE[kind];
}

/** Failures that a compiler explains well enough for a fix in place (requirements.md#automatic-fix). */
const FIXABLE_IN_PLACE = new Set(["build", "STRICT_COMPILATION", "PRODUCTION_BUILD_PASS"]);

/** One automatic fix per round, and only when nothing but types and build fails; otherwise a fresh attempt. */
export function retryKindFor(failedChecks: readonly string[], automaticFixUsed: boolean): RetryKind {
  const fixable = failedChecks.length > 0 && failedChecks.every((check) => FIXABLE_IN_PLACE.has(check));
  return fixable && !automaticFixUsed ? "automatic-fix" : "fresh-attempt";
}
