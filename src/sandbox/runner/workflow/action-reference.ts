/** The actions that this runner replaces, so that no workflow needs a network. */
const BUILT_IN_ACTIONS = [
  "actions/checkout",
  "actions/setup-node",
  "actions/upload-artifact",
  "actions/download-artifact",
] as const;
export type BuiltInAction = (typeof BUILT_IN_ACTIONS)[number];

/** The value of `uses:`: a stand-in, a folder of the workspace, or a folder of a repository at a ref. */
export type ActionReference =
  | { readonly kind: "built-in"; readonly name: BuiltInAction; readonly ref: string }
  | { readonly kind: "local"; readonly path: string }
  | { readonly kind: "repository"; readonly repository: string; readonly path: string; readonly ref: string };

const REPOSITORY_ACTION = /^(?<repository>[\w.-]+\/[\w.-]+)(?:\/(?<path>[^@]+))?@(?<ref>[^@\s]+)$/;

/** Undefined for a reference that this runner cannot run: `docker://`, a missing `@ref`, a path with `..`. */
export function parseActionReference(uses: string): ActionReference | undefined {
  if (uses.startsWith("./")) return climbs(uses) ? undefined : { kind: "local", path: uses };
  const { repository, path = "", ref } = REPOSITORY_ACTION.exec(uses)?.groups ?? {};
  if (repository === undefined || ref === undefined || climbs(path)) return undefined;
  const builtIn = BUILT_IN_ACTIONS.find((name) => name === repository && path === "");
  if (builtIn !== undefined) return { kind: "built-in", name: builtIn, ref };
  return { kind: "repository", repository, path, ref };
}

function climbs(path: string): boolean {
  return path.split("/").includes("..");
}
