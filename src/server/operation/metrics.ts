import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { UsageLine } from "../../domain/artifacts/usage-ledger.js";
import type { GateMeasure } from "../../features/gate-figures/gate-figures.js";

/** Metrics for the operator of the App. No label names a repository or a person. */
export type Metrics = {
  reconciled(outcome: "settled" | "stopped" | "failed", seconds: number): void;
  jobEnded(kind: string, outcome: "done" | "failed" | "cancelled", seconds: number): void;
  modelCalled(line: UsageLine): void;
  gitHubAnswered(answer: GitHubAnswer): void;
  gatesJudged(measure: GateMeasure): void;
  swept(outcome: "done" | "failed"): void;
  delivered(event: string, taken: boolean): void;
  /** In Prometheus' text format. */
  text(): Promise<{ readonly contentType: string; readonly body: string }>;
};

/** One request to GitHub. Status 0 means that there was no answer. */
type GitHubAnswer = {
  readonly method: string;
  readonly status: number;
  readonly installation: number | null;
  readonly points: number | null;
  readonly limit: { readonly resource: string; readonly remaining: number } | null;
};

export type QueueFacts = { readonly waiting: number; readonly running: number; readonly setAside: number };

const TOKEN_KINDS = ["input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens"] as const;
const STEP_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const JOB_SECONDS = [1, 5, 15, 30, 60, 120, 300, 600, 1_800];

export function createMetrics(queue: () => Promise<QueueFacts>): Metrics {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const registers = [register];
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const reconciles = counter("factory_reconciles_total", "Reconciles, by how they ended.", ["outcome"]);
  const jobs = counter("factory_jobs_total", "Jobs, by kind and how they ended.", ["kind", "outcome"]);
  const calls = counter("factory_model_calls_total", "Calls of a model.", ["role", "outcome"]);
  const tokens = counter("factory_model_tokens_total", "Tokens of a model's calls.", ["role", "kind"]);
  const cost = counter("factory_model_cost_usd_total", "Cost of a model's calls at list price.", ["role"]);
  const requests = counter("factory_github_requests_total", "Requests to GitHub.", ["method", "status"]);
  const points = counter("factory_github_graphql_points_total", "Points of GitHub's GraphQL limit.", ["installation"]);
  const gateRuns = counter("factory_gate_runs_total", "Judgements by gates, by how they ended.", ["outcome"]);
  const gateResults = counter("factory_gate_results_total", "Gates that ran, by number and result.", [
    "gate",
    "outcome",
  ]);
  const gateFailures = counter("factory_gate_failures_total", "Validators that failed.", ["validator"]);
  const gateRetries = counter("factory_gate_retries_total", "Judgements that repeat an earlier one.", []);
  const sweeps = counter("factory_sweeps_total", "Looks at every installed repository.", ["outcome"]);
  const webhooks = counter("factory_webhooks_total", "Deliveries, and whether they were a trigger.", [
    "event",
    "taken",
  ]);
  const reconcileSeconds = new Histogram({
    name: "factory_reconcile_duration_seconds",
    help: "How long a reconcile took.",
    buckets: STEP_SECONDS,
    registers,
  });
  const jobSeconds = new Histogram({
    name: "factory_job_duration_seconds",
    help: "How long a job took.",
    labelNames: ["kind"],
    buckets: JOB_SECONDS,
    registers,
  });
  const gateSeconds = new Histogram({
    name: "factory_gate_duration_seconds",
    help: "How long the validators of a gate took.",
    labelNames: ["gate"],
    buckets: JOB_SECONDS,
    registers,
  });
  const remaining = new Gauge({
    name: "factory_github_rate_limit_remaining",
    help: "What is left of GitHub's rate limit, as last told.",
    labelNames: ["installation", "resource"],
    registers,
  });
  new Gauge({
    name: "factory_queue_repositories",
    help: "Repositories that wait to be reconciled, are being reconciled here, or are set aside because they keep failing.",
    labelNames: ["state"],
    registers,
    async collect() {
      const { waiting, running, setAside } = await queue();
      this.set({ state: "waiting" }, waiting);
      this.set({ state: "running" }, running);
      this.set({ state: "set-aside" }, setAside);
    },
  });
  return {
    reconciled(outcome, seconds) {
      reconciles.inc({ outcome });
      reconcileSeconds.observe(seconds);
    },
    jobEnded(kind, outcome, seconds) {
      jobs.inc({ kind, outcome });
      jobSeconds.observe({ kind }, seconds);
    },
    modelCalled({ role, outcome, cost_usd, ...line }) {
      calls.inc({ role, outcome });
      for (const kind of TOKEN_KINDS) tokens.inc({ role, kind }, line[kind]);
      if (cost_usd !== null) cost.inc({ role }, cost_usd);
    },
    gitHubAnswered({ method, status, installation, points: cost, limit }) {
      requests.inc({ method, status: status === 0 ? "none" : String(status) });
      if (cost !== null) points.inc({ installation: installation ?? "app" }, cost);
      if (limit !== null)
        remaining.set({ installation: installation ?? "app", resource: limit.resource }, limit.remaining);
    },
    gatesJudged({ passed, again, gates, failed }) {
      gateRuns.inc({ outcome: passed ? "passed" : "failed" });
      if (again) gateRetries.inc();
      for (const { gate, milliseconds, ...result } of gates) {
        gateResults.inc({ gate, outcome: result.passed ? "passed" : "failed" });
        gateSeconds.observe({ gate }, milliseconds / 1_000);
      }
      for (const validator of failed) gateFailures.inc({ validator });
    },
    swept: (outcome) => sweeps.inc({ outcome }),
    delivered: (event, taken) => webhooks.inc({ event, taken: String(taken) }),
    text: async () => ({ contentType: register.contentType, body: await register.metrics() }),
  };
}
