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
  commands: { rooms: ["domain", "yaml"], packages: PURE_PACKAGES },
  render: { rooms: ["domain"], packages: [] },
  loop: { rooms: ["domain", "commands", "render", "yaml"], packages: [] },
  env: { rooms: ["domain"], packages: ["zod"] },
  app: { rooms: ["ports", "webhooks"], packages: ["probot"] },
  webhooks: { rooms: ["domain", "ports"], packages: ["zod"] },
  reconcile: { rooms: ["domain", "loop", "ports", "yaml"], packages: [] },
  "draft-job": { rooms: ["domain", "ports", "errors", "yaml"], packages: [] },
  "in-process-jobs": { rooms: ["ports"], packages: [] },
  "choose-model": { rooms: ["*"], packages: "any" },
  "start-app": { rooms: ["*"], packages: "any" },
  errors: { rooms: [], packages: [] },
  ports: { rooms: ["domain"], packages: [] },
  adapters: { rooms: ["domain", "ports", "errors", "yaml", "render"], packages: "any" },
  sandbox: { rooms: ["*"], packages: "any" },
  cli: { rooms: ["*"], packages: "any" },
  main: { rooms: ["*"], packages: "any" },
};
