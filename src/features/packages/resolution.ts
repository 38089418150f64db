/** A package that was not in use before. */
export type AddedPackage = { readonly name: string; readonly version: string; readonly runs_scripts: boolean };

/** The objections to a resolution, and the packages that it would add. */
export type Resolution = { readonly problems: readonly string[]; readonly added: readonly AddedPackage[] };
