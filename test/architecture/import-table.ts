/**
 * Who may import whom. A room is a folder of src/ (or a file at its top); imports point inwards.
 * `packages` are the npm and node: modules that only the named rooms may touch.
 */
export type Room = { readonly rooms: readonly string[]; readonly packages: readonly string[] | "any" };

const PURE_PACKAGES = [
  "zod",
  "semver",
  "picomatch",
  "tinyqueue",
  "canonicalize",
  "mdast-util-from-markdown",
  "mdast-util-gfm",
  "micromark-extension-gfm",
  "mdast",
  "node:crypto",
];

export const IMPORT_TABLE: Readonly<Record<string, Room>> = {
  domain: { rooms: ["domain"], packages: PURE_PACKAGES },
  yaml: { rooms: ["domain", "yaml", "yaml-positions"], packages: ["js-yaml", "zod"] },
  "yaml-positions": { rooms: [], packages: ["js-yaml"] },
  sandbox: { rooms: ["*"], packages: "any" },
  cli: { rooms: ["*"], packages: "any" },
  main: { rooms: ["*"], packages: "any" },
};
