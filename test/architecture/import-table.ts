/**
 * Who may import whom. A room is a folder of src/ (or a file at its top); imports point inwards.
 * `packages` are the npm and node: modules that only the named rooms may touch.
 */
export type Room = { readonly rooms: readonly string[]; readonly packages: readonly string[] | "any" };

const PURE_PACKAGES = [
  "zod",
  "semver",
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
  yaml: { rooms: ["domain"], packages: ["js-yaml", "zod"] },
  commands: { rooms: ["domain", "yaml"], packages: PURE_PACKAGES },
  /** Python is read by the grammar of the gates. */
  context: { rooms: ["domain", "yaml", "model-port", "ports", "gates", "compiler"], packages: ["zod", "re2js"] },
  render: { rooms: ["domain"], packages: [] },
  roles: { rooms: ["domain", "model-port", "yaml"], packages: ["zod", "node:fs"] },
  /** What this version brings to a repository; the presets and the workflow template are the gates' own. */
  setup: { rooms: ["domain", "gates"], packages: [] },
  loop: { rooms: ["domain", "commands", "render", "setup", "yaml"], packages: [] },
  gates: { rooms: ["domain", "yaml", "compiler"], packages: "any" },
  /** TypeScript, loaded when it is first used. */
  compiler: { rooms: [], packages: ["typescript", "node:module"] },
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
  /** How whoever decides writes the state down. */
  "state-commit": { rooms: ["domain", "ports", "yaml"], packages: [] },
  reconcile: { rooms: ["domain", "loop", "ports", "setup", "state-commit", "yaml"], packages: [] },
  doctor: { rooms: [], packages: ["zod"] },
  replay: { rooms: ["domain", "yaml"], packages: [] },
  /** What takes longer than a reconcile may: roles are asked, work is verified, releases are made. */
  jobs: {
    rooms: [
      "domain",
      "ports",
      "model-port",
      "context",
      "roles",
      "code-index",
      "gates",
      "render",
      "yaml",
      "errors",
      "state-commit",
    ],
    packages: ["zod", "node:path"],
  },
  /** How the work is shared out: what any way of it must do, and the two ways. */
  coordination: {
    rooms: ["adapters", "domain", "errors", "ports", "reconcile", "webhooks"],
    packages: ["zod", "node:crypto", "node:timers"],
  },
  /** Builds what the environment asks for and starts it. */
  start: { rooms: ["*"], packages: "any" },
  errors: { rooms: [], packages: [] },
  ports: { rooms: ["domain"], packages: [] },
  "model-port": { rooms: ["domain"], packages: ["zod"] },
  adapters: {
    rooms: [
      "domain",
      "doctor",
      "code-index",
      "ports",
      "errors",
      "yaml",
      "render",
      "model-port",
      "redaction",
      "compiler",
    ],
    packages: "any",
  },
  sandbox: { rooms: ["*"], packages: "any" },
  cli: { rooms: ["*"], packages: "any" },
  main: { rooms: ["*"], packages: "any" },
  register: { rooms: ["start", "operation"], packages: ["probot", "node:fs"] },
};
