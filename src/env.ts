import { z } from "zod";
import { accept, type Outcome, refuse } from "./domain/refusal.js";

const Port = z.coerce.number().int().min(1).max(65_535);

/** What the App reads from its environment, once, at its start. Empty strings count as unset, as shells make them. */
export const Env = z.object({
  APP_ID: z.coerce.number().int().positive("must be the App's number, from its settings page"),
  PRIVATE_KEY: z.string().min(1, "must be the App's private key (PEM)"),
  WEBHOOK_SECRET: z.string().min(1, "must be the secret that is set on the App's settings page"),
  PORT: Port.default(3000),
  HOST: z.string().min(1).default("0.0.0.0"),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
  /** A GitHub Enterprise Server, or the sandbox. */
  GHE_HOST: z.string().min(1).optional(),
  GHE_PROTOCOL: z.enum(["http", "https"]).default("https"),
  /** The action that judges, pinned; without it the App can judge only where its workflow is installed already. */
  ACTION_REF: z
    .string()
    .regex(/^[\w.-]+\/[\w.-]+(?:\/[\w./-]+)?@[0-9a-f]{40}$/, "must look like owner/name/action@<40-character SHA>")
    .optional(),
  /** Off only for a GitHub without limits: the sandbox. */
  WRITE_LIMITER: z.enum(["on", "off"]).default("on"),
  /** How often everything is looked at without being told to: the longest that a lost delivery can delay anything. */
  SWEEP_MINUTES: z.coerce.number().positive().max(1_440).default(10),
  /** Who plays the roles; `recorded` repeats recorded answers, the demo's unless REPLAY_FROM is set, without a key or a network. */
  MODEL: z.enum(["recorded", "anthropic"]).default("anthropic"),
  ANTHROPIC_API_KEY: z.string().min(1).optional(),
  /** A gateway, or a compatible server. */
  ANTHROPIC_BASE_URL: z.url().optional(),
  /** Whether the model's provider searches the web for the product role. Unset: yes, but not behind ANTHROPIC_BASE_URL. */
  WEB_SEARCH: z.enum(["on", "off"]).optional(),
  /** A folder: every answer of the model is kept there and can be repeated with MODEL=recorded and REPLAY_FROM. */
  RECORD_TO: z.string().min(1).optional(),
  /** The folder whose recordings MODEL=recorded repeats, in place of the demo's. Whatever else was set stays as it was when they were made. */
  REPLAY_FROM: z.string().min(1).optional(),
  /** PostgreSQL, for several replicas: they share the queue and the pace. Without it everything is inside one process. */
  DATABASE_URL: z
    .string()
    .regex(/^postgres(?:ql)?:\/\/\S+$/, "must look like postgres://user:password@host:5432/database")
    .optional(),
  /** The one hosted embedder that repositories may name in their configuration; only its origin counts. Unset: none. */
  EMBEDDER_URL: z.url({ protocol: /^https?$/, error: "must be an http or https address" }).optional(),
  /** Sent to that origin and to no other. */
  EMBEDDER_API_KEY: z.string().min(1).optional(),
  /** Where vectors of the code index are kept between starts. */
  CACHE_DIR: z.string().min(1).optional(),
  /** Whoever sends it as a bearer token may read `/metrics`; without it nobody may. */
  METRICS_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),
  /** Where requests to GitHub and the model go through, and for which hosts they do not. Loopback never does. */
  HTTPS_PROXY: z.url().optional(),
  HTTP_PROXY: z.url().optional(),
  NO_PROXY: z.string().min(1).optional(),
});
export type Env = z.infer<typeof Env>;

/** The environment, or every variable that is wrong with it and what it should be. */
export function readEnv(variables: Readonly<Record<string, string | undefined>>): Outcome<Env> {
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = Env.safeParse(set);
  if (parsed.success) return accept(parsed.data);
  const problems = parsed.error.issues.map((issue) => {
    const name = issue.path.join(".");
    return `${name}: ${name in set ? issue.message : "is not set"}`;
  });
  return refuse("environment", `The App cannot start:\n${problems.map((problem) => `  ${problem}`).join("\n")}`, {
    problems,
  });
}

type Host = Pick<Env, "GHE_HOST" | "GHE_PROTOCOL">;

/** GitHub's API as this environment reaches it. */
export function apiUrl({ GHE_HOST, GHE_PROTOCOL }: Host): string {
  return GHE_HOST === undefined ? "https://api.github.com" : `${GHE_PROTOCOL}://${GHE_HOST}/api/v3`;
}

/** Where a file of a public repository is had without a token. */
export function rawUrl({ GHE_HOST, GHE_PROTOCOL }: Host): string {
  return GHE_HOST === undefined ? "https://raw.githubusercontent.com" : `${GHE_PROTOCOL}://${GHE_HOST}/raw`;
}
