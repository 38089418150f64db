/** A key of a Map, or the name of a field. */
export type Key = string | number;

/**
 * One change of the state: a path with its new encoded value; undefined for a deletion. The value of a repository is
 * its own fields. Entries of its collections have longer paths: `["repositories", 7, "issues", 3]`.
 */
export type Change = { readonly path: readonly Key[]; readonly text: string | undefined };

/** A change as read from disk. Without the second part it is a deletion. */
export type ReadChange = readonly [path: readonly Key[], value?: unknown];
