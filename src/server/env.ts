import { z } from "zod";
import { ConfinementPolicy } from "../domain/config/gates-config.js";
import { type GitHubProduct, PRODUCTS } from "../domain/github-product.js";
import { type Outcome, refuse } from "../domain/refusal.js";

/** The variables of the process. */
export type Variables = Readonly<Record<string, string | undefined>>;

const oneOf = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  z.enum(names, `must be one of ${names.join(", ")}`);
const address = () => z.url({ protocol: /^https?$/, error: "must be an http or https address" });
const proxy = () =>
  z.url({
    protocol: /^(?:https?|socks5?)$/,
    error: "must be the proxy's address, such as http://proxy.example.com:3128",
  });
const wholeNumber = (words: string, { max }: { max: number }) =>
  z.coerce.number(words).int(words).min(1, words).max(max, words);

const APP_ID = "must be the App's number (App ID, not Client ID), from its settings page";
const PRIVATE_KEY =
  "must be the App's whole .pem file on one line, each line end written as \\n (or set PRIVATE_KEY_PATH to that file)";
const WEBHOOK_SECRET = "must be the secret that is set on the App's settings page";
const GHE_HOST =
  "must be a host name such as github.example.com, without https:// before it or a path behind it (GHE_PROTOCOL says which protocol)";
const GHE_COM_HOST = "must be the enterprise's own host, such as octocorp.ghe.com; the App puts api. before it itself";
const GATES_RUNNER = "must be labels of runners with commas between them, such as self-hosted,linux,gates";
const SWEEP_MINUTES = "must be a number of minutes, more than 0 and at most 1440";

/** The environment of the App, read once at its start. Empty strings count as unset. */
export const Env = z.object({
  APP_ID: wholeNumber(APP_ID, { max: Number.MAX_SAFE_INTEGER }),
  PRIVATE_KEY: z.string(PRIVATE_KEY),
  /** A file with the key, instead of the key itself. */
  PRIVATE_KEY_PATH: z.string().optional(),
  WEBHOOK_SECRET: z.string(WEBHOOK_SECRET),
  PORT: wholeNumber("must be a number from 1 to 65535", { max: 65_535 }).default(3000),
  HOST: z.string().default("0.0.0.0"),
  LOG_LEVEL: oneOf(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
  /** A GitHub Enterprise Server, or the sandbox. */
  GHE_HOST: z
    .string()
    .regex(/^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i, { error: GHE_HOST, abort: true })
    .regex(/^(?!(?:www\.|api\.)?github\.com(?::|$))/i, "is for an Enterprise Server: leave it out for github.com")
    .regex(/^(?!(?:api\.)?ghe\.com(?::|$)|api\..+\.ghe\.com(?::|$))/i, GHE_COM_HOST)
    .optional(),
  GHE_PROTOCOL: oneOf(["http", "https"]).default("https"),
  /** Which product answers there, where its address does not tell. */
  GITHUB_PRODUCT: oneOf(["github.com", "ghe.com", "ghes"]).optional(),
  /** The labels of the runners that take gate runs, with commas between them. Unset: GitHub's own, or `self-hosted` on a server. */
  GATES_RUNNER: z
    .string()
    .regex(/^[\w.-]+(?:,[\w.-]+)*$/, GATES_RUNNER)
    .optional(),
  /** The pinned action that judges. Without it the App can judge only if its workflow is installed already. */
  ACTION_REF: z
    .string()
    .regex(/^[\w.-]+\/[\w.-]+(?:\/[\w./-]+)?@[0-9a-f]{40}$/, "must look like owner/name/action@<40-character SHA>")
    .optional(),
  /** The `gates.confinement` that set-up pull requests propose. */
  SETUP_CONFINEMENT: ConfinementPolicy.default("required"),
  /** Off only for a GitHub without limits: the sandbox. */
  WRITE_LIMITER: oneOf(["on", "off"]).default("on"),
  /** The interval of sweeps: the longest that a lost delivery can delay anything. */
  SWEEP_MINUTES: z.coerce.number(SWEEP_MINUTES).positive(SWEEP_MINUTES).max(1_440, SWEEP_MINUTES).default(10),
  /**
   * The model provider; `recorded` repeats recorded answers, the demo's unless REPLAY_FROM is set, without a key or a
   * network.
   */
  MODEL: oneOf(["recorded", "anthropic"]).default("anthropic"),
  ANTHROPIC_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, "must be the key alone: letters, digits and signs without a space or a line end")
    .optional(),
  /** A gateway, or a compatible server. */
  ANTHROPIC_BASE_URL: address().optional(),
  /**
   * Whether the model's provider searches the web for the product role. Unset: yes, but not behind ANTHROPIC_BASE_URL.
   */
  WEB_SEARCH: oneOf(["on", "off"]).optional(),
  /** A folder in which every answer of the model is recorded, to be repeated with MODEL=recorded and REPLAY_FROM. */
  RECORD_TO: z.string().optional(),
  /**
   * The folder whose recordings MODEL=recorded repeats, instead of the demo's. Other settings must be those of the
   * recording.
   */
  REPLAY_FROM: z.string().optional(),
  /**
   * Which recording answers a question: that of exactly the same question, or that of the same role, task and step,
   * whatever its text is. With `step` each difference is logged as a warning.
   */
  REPLAY_MATCH: oneOf(["question", "step"]).default("question"),
  /**
   * PostgreSQL, for several replicas, which share the queue and the write limit. Without it everything is inside one
   * process.
   */
  DATABASE_URL: z
    .string()
    .regex(/^postgres(?:ql)?:\/\/\S+$/, "must look like postgres://user:password@host:5432/database")
    .optional(),
  /** The only hosted embedder that repositories may configure; only its origin counts. Unset: none. */
  EMBEDDER_URL: address().optional(),
  /** Sent to that origin only. */
  EMBEDDER_API_KEY: z.string().optional(),
  /** The folder for the vectors of the code index. */
  CACHE_DIR: z.string().optional(),
  /** The bearer token for `/metrics`; without it access is refused. */
  METRICS_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),
  /** The proxy for requests to GitHub and the model, and its exceptions. Loopback never uses it. */
  HTTPS_PROXY: proxy().optional(),
  HTTP_PROXY: proxy().optional(),
  NO_PROXY: z.string().optional(),
});
export type Env = z.infer<typeof Env>;

/**
 * A variable that prevents the start. `words` follow its name in a sentence, without its value, which may be a secret.
 */
export type EnvProblem = { readonly name: string; readonly words: string };

/** All values, or all problems. */
export type ReadVariables<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly EnvProblem[] };

/** The environment or a part of it, or the problem of each of its variables. */
export function readVariables<Part extends z.ZodObject>(
  part: Part,
  variables: Variables,
): ReadVariables<z.infer<Part>> {
  const set = new Map(Object.entries(variables).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = part.safeParse(Object.fromEntries(set));
  const issues = parsed.success ? [] : parsed.error.issues;
  const problems = Object.keys(part.shape).flatMap((name): EnvProblem[] => {
    const wrapped = wrapping(name, set.get(name));
    const requested = issues.find(({ path }) => path[0] === name)?.message;
    if (wrapped !== null) return [{ name, words: wrapped }];
    if (requested === undefined) return [];
    return [{ name, words: set.has(name) ? requested : `is not set: it ${requested}` }];
  });
  if (parsed.success && problems.length === 0) return { ok: true, value: parsed.data };
  return { ok: false, problems };
}

/** Quotes or white space around a value, which no variable of ours has. */
function wrapping(name: string, value: string | undefined): string | null {
  if (value === undefined) return null;
  if (/^(["']).*\1$/s.test(value.trim())) return "is in quotes, which a container keeps as part of it: leave them out";
  // A key's file ends with a line end.
  if (name !== "PRIVATE_KEY" && value !== value.trim())
    return "begins or ends with white space: leave out the space or line end";
  return null;
}

/** Everything that keeps the App from starting, a line for each. */
export function refuseStart(problems: readonly EnvProblem[]): Outcome<never> {
  const lines = problems.map(({ name, words }) => `  ${name} ${words}`);
  return refuse("environment", ["The App cannot start:", ...lines, ".env.example explains each variable."].join("\n"));
}

type Host = Pick<Env, "GHE_HOST" | "GHE_PROTOCOL">;

const isGheCom = (host: string): boolean => /\.ghe\.com(?::\d+)?$/i.test(host);

/** The address of GitHub's API in this environment: an Enterprise Server has it below a path, ghe.com on a host of its own. */
export function apiUrl({ GHE_HOST, GHE_PROTOCOL }: Host): string {
  if (GHE_HOST === undefined) return "https://api.github.com";
  return isGheCom(GHE_HOST) ? `${GHE_PROTOCOL}://api.${GHE_HOST}` : `${GHE_PROTOCOL}://${GHE_HOST}/api/v3`;
}

/** The address of raw files of public repositories. Those that ghe.com uses are on github.com: it has none of its own. */
export function rawUrl({ GHE_HOST, GHE_PROTOCOL }: Host): string {
  if (GHE_HOST === undefined || isGheCom(GHE_HOST)) return "https://raw.githubusercontent.com";
  return `${GHE_PROTOCOL}://${GHE_HOST}/raw`;
}

/** Which product this is: as its variable says, or else as its address says. */
export function productOf({ GHE_HOST, GITHUB_PRODUCT }: Pick<Env, "GHE_HOST" | "GITHUB_PRODUCT">): GitHubProduct {
  if (GITHUB_PRODUCT !== undefined) return GITHUB_PRODUCT;
  if (GHE_HOST === undefined) return "github.com";
  return isGheCom(GHE_HOST) ? "ghe.com" : "ghes";
}

/** For whom the gates workflow is written, and who runs it. */
export function gatesPlace(env: Pick<Env, "GHE_HOST" | "GITHUB_PRODUCT" | "GATES_RUNNER">) {
  const product = productOf(env);
  return { product, runner: env.GATES_RUNNER ?? PRODUCTS[product].runner };
}
