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
  context: { rooms: ["domain", "yaml", "model-port", "ports"], packages: ["zod", "re2js", "typescript"] },
  render: { rooms: ["domain"], packages: [] },
  roles: { rooms: ["domain", "model-port", "yaml"], packages: ["zod", "node:fs"] },
  /** What this version brings to a repository; the presets and the workflow template are the gates' own. */
  setup: { rooms: ["domain", "gates"], packages: [] },
  loop: { rooms: ["domain", "commands", "render", "setup", "yaml"], packages: [] },
  gates: { rooms: ["domain", "yaml"], packages: "any" },
  "code-index": { rooms: ["domain"], packages: ["tinyqueue"] },
  /** Takes secrets out of texts and of what goes through the ports. */
  redaction: { rooms: ["domain", "ports", "model-port"], packages: [] },
  /** What whoever runs the App looks at: log, figures, probes, proxy. */
  operation: {
    rooms: ["domain", "model-port"],
    packages: ["prom-client", "pino", "undici", "zod", "node:crypto", "node:http"],
  },
  env: { rooms: ["domain"], packages: ["zod"] },
  app: { rooms: ["ports", "webhooks"], packages: ["probot"] },
  webhooks: { rooms: ["domain", "ports"], packages: ["zod"] },
  reconcile: { rooms: ["domain", "loop", "ports", "setup", "yaml"], packages: [] },
  doctor: { rooms: [], packages: ["zod"] },
  replay: { rooms: ["domain", "yaml"], packages: [] },
  /** What takes longer than a reconcile may: roles are asked, work is verified, releases are made. */
  jobs: {
    rooms: ["domain", "ports", "model-port", "context", "roles", "code-index", "gates", "render", "yaml", "errors"],
    packages: ["zod", "node:path"],
  },
  "open-code-indexes": { rooms: ["adapters", "code-index", "domain", "ports"], packages: ["node:os", "node:path"] },
  "fence-boundaries": { rooms: ["env"], packages: ["node:crypto"] },
  "look-again": { rooms: ["errors"], packages: [] },
  "in-process-jobs": { rooms: ["ports"], packages: [] },
  "job-results": { rooms: ["ports", "reconcile"], packages: [] },
  "choose-model": { rooms: ["*"], packages: "any" },
  "load-setup-kit": { rooms: ["gates", "setup"], packages: [] },
  "start-app": { rooms: ["*"], packages: "any" },
  errors: { rooms: [], packages: [] },
  ports: { rooms: ["domain"], packages: [] },
  "model-port": { rooms: ["domain"], packages: ["zod"] },
  adapters: {
    rooms: ["domain", "doctor", "code-index", "ports", "errors", "yaml", "render", "model-port", "redaction"],
    packages: "any",
  },
  sandbox: { rooms: ["*"], packages: "any" },
  cli: { rooms: ["*"], packages: "any" },
  main: { rooms: ["*"], packages: "any" },
};
