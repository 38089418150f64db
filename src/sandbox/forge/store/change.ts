/** A key of a Map, or the name of a field. */
export type Key = string | number;

/**
 * One change of the state: a path, and the encoded value that is there now; undefined for what was deleted. The value of a repository is its
 * own fields; entries of its collections have longer paths: `["repositories", 7, "issues", 3]`.
 */
export type Change = { readonly path: readonly Key[]; readonly text: string | undefined };

/** The same as read from disk. Without a second part it is a deletion. */
export type ReadChange = readonly [path: readonly Key[], value?: unknown];
