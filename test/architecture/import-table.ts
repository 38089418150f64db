/**
 * Who may import whom. A room is a folder of src/ (or a file at its top), and a folder in it that has a row of its own;
 * imports point inwards. `packages` are the npm and node: modules that only the named rooms may touch.
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

const PURE_ROOMS = ["domain", "engine", "features", "commands", "render", "yaml"];

export const IMPORT_TABLE: Readonly<Record<string, Room>> = {
  /** The words that all rooms share: schemas and the rules about one of them. */
  domain: { rooms: [], packages: PURE_PACKAGES },
  yaml: { rooms: ["domain"], packages: ["js-yaml", "zod"] },
  /** Markdown that any text is made of: escaping, limits, markers. */
  render: { rooms: ["domain", "engine"], packages: [] },
  /** How a slash command is found in a comment and read; what each one does is its feature's. */
  commands: { rooms: ["domain", "engine", "features", "yaml"], packages: PURE_PACKAGES },
  /** The loop: reconcile, decide, reduce. It knows features by their rows. */
  engine: { rooms: ["commands", "domain", "features", "render", "yaml"], packages: ["zod"] },
  /** One folder for each thing that the App does, all pure. Set-up also shows the gates' presets. */
  features: { rooms: [...PURE_ROOMS, "gates"], packages: PURE_PACKAGES },
  /** What any role is given. */
  context: {
    rooms: ["domain", "engine", "features", "languages", "model", "render", "yaml"],
    packages: ["zod", "re2js"],
  },
  /** One folder for each role: what it sees, its tools, what its answer must satisfy, the job that asks. */
  roles: {
    rooms: [...PURE_ROOMS, "context", "model", "languages", "code-index", "gates"],
    packages: ["zod", "node:fs", "node:path"],
  },
  /** What takes longer than a reconcile may and asks no model by itself. */
  jobs: { rooms: [...PURE_ROOMS, "context", "roles", "model", "languages"], packages: ["zod"] },
  /** Conversations with a model. Who the model is of is not known here. */
  model: { rooms: ["domain", "engine"], packages: ["zod", "node:timers"] },
  /** Recordings of conversations; what a provider's own blocks say is asked of its adapter. */
  "model/recordings": {
    rooms: ["domain", "model", "model/providers", "redaction", "yaml"],
    packages: ["zod", "node:fs", "node:path"],
  },
  /** The list of providers. */
  "model/providers": { rooms: ["domain", "model", "model/providers/anthropic"], packages: [] },
  /** One room for each provider. */
  "model/providers/anthropic": {
    rooms: ["domain", "model", "model/providers"],
    packages: ["zod", "@anthropic-ai/sdk"],
  },
  /** One folder for each language that is read. */
  languages: { rooms: ["domain", "workers"], packages: "any" },
  gates: { rooms: ["domain", "features", "git", "languages", "yaml"], packages: "any" },
  "code-index": { rooms: ["domain", "workers"], packages: "any" },
  workers: { rooms: [], packages: ["node:worker_threads", "node:module", "node:url"] },
  git: { rooms: ["domain"], packages: ["node:child_process", "node:fs", "node:fs/promises", "node:os", "node:path"] },
  /** GitHub: the client, what is observed, what is performed, and the state on its branch. */
  github: { rooms: [...PURE_ROOMS, "doctor", "redaction"], packages: "any" },
  /** Takes secrets out of texts and of what goes through the ports. */
  redaction: { rooms: ["domain", "engine", "model"], packages: [] },
  doctor: { rooms: ["domain"], packages: ["semver", "zod"] },
  replay: { rooms: ["domain", "engine", "features", "yaml"], packages: [] },
  /** Builds the App that the environment asks for: webhooks, queue, replicas, log, figures. */
  server: { rooms: ["*"], packages: "any" },
  sandbox: { rooms: ["*"], packages: "any" },
  cli: { rooms: ["*"], packages: "any" },
  main: { rooms: ["server"], packages: "any" },
  register: { rooms: ["server"], packages: ["probot", "node:fs"] },
};

/** Packages that one room alone may touch, also where another may use any. */
export const ONLY_IN: Readonly<Record<string, string>> = { "@anthropic-ai/sdk": "model/providers/anthropic" };
