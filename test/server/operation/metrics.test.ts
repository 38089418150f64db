import { describe, expect, it } from "vitest";
import type { UsageLine } from "../../../src/domain/artifacts/usage-ledger.js";
import { ConversationBroke } from "../../../src/model/model-port.js";
import { measureModel } from "../../../src/server/operation/measure-model.js";
import { createMetrics } from "../../../src/server/operation/metrics.js";
import { aQuestion } from "../../support/question.js";

const LINE: UsageLine = {
  at: "2026-03-01T10:00:00Z",
  run_id: "r",
  role: "proposer",
  task: null,
  module: null,
  model: "m",
  prompt_version: "v",
  request_id: null,
  input_tokens: 10,
  output_tokens: 20,
  cache_read_tokens: 30,
  cache_write_tokens: 40,
  cost_usd: 0.5,
  outcome: "answered",
};

async function linesOf(act: (metrics: ReturnType<typeof createMetrics>) => void): Promise<string[]> {
  const metrics = createMetrics(async () => ({ waiting: 3, running: 2, setAside: 1 }));
  act(metrics);
  const { contentType, body } = await metrics.text();
  expect(contentType).toMatch(/^text\/plain; version=0\.0\.4/);
  return body.split("\n");
}

describe("the metrics", () => {
  it.each<[string, (metrics: ReturnType<typeof createMetrics>) => void, string[]]>([
    [
      "queue",
      () => {},
      [
        'factory_queue_repositories{state="waiting"} 3',
        'factory_queue_repositories{state="running"} 2',
        'factory_queue_repositories{state="set-aside"} 1',
      ],
    ],
    [
      "reconciles",
      (m) => m.reconciled("stopped", 0.2),
      ['factory_reconciles_total{outcome="stopped"} 1', "factory_reconcile_duration_seconds_sum 0.2"],
    ],
    [
      "jobs",
      (m) => m.jobEnded("draft-spec", "cancelled", 7),
      [
        'factory_jobs_total{kind="draft-spec",outcome="cancelled"} 1',
        'factory_job_duration_seconds_sum{kind="draft-spec"} 7',
      ],
    ],
    ["sweeps", (m) => m.swept("failed"), ['factory_sweeps_total{outcome="failed"} 1']],
    ["deliveries", (m) => m.delivered("push", false), ['factory_webhooks_total{event="push",taken="false"} 1']],
    [
      "requests",
      (m) =>
        m.gitHubAnswered({
          method: "GET",
          status: 404,
          installation: 7,
          points: null,
          limit: { resource: "core", remaining: 12 },
        }),
      [
        'factory_github_requests_total{method="GET",status="404"} 1',
        'factory_github_rate_limit_remaining{installation="7",resource="core"} 12',
      ],
    ],
    [
      "points",
      (m) => m.gitHubAnswered({ method: "POST", status: 200, installation: 7, points: 3, limit: null }),
      ['factory_github_graphql_points_total{installation="7"} 3'],
    ],
    [
      "requests by the App's own key that nobody answered",
      (m) => m.gitHubAnswered({ method: "POST", status: 0, installation: null, points: null, limit: null }),
      ['factory_github_requests_total{method="POST",status="none"} 1'],
    ],
    [
      "calls of a model",
      (m) => m.modelCalled(LINE),
      [
        'factory_model_calls_total{role="proposer",outcome="answered"} 1',
        'factory_model_tokens_total{role="proposer",kind="input_tokens"} 10',
        'factory_model_tokens_total{role="proposer",kind="output_tokens"} 20',
        'factory_model_tokens_total{role="proposer",kind="cache_read_tokens"} 30',
        'factory_model_tokens_total{role="proposer",kind="cache_write_tokens"} 40',
        'factory_model_cost_usd_total{role="proposer"} 0.5',
      ],
    ],
  ])("show %s", async (_, act, lines) => {
    expect(await linesOf(act)).toEqual(expect.arrayContaining(lines));
  });

  it("show no cost if none is known", async () => {
    const lines = await linesOf((m) => m.modelCalled({ ...LINE, cost_usd: null }));
    expect(lines.filter((line) => line.startsWith("factory_model_cost_usd_total{"))).toEqual([]);
  });

  it("count every call of a question, including failed ones, and change nothing about it", async () => {
    const counted: string[] = [];
    const outcome = { kind: "failed", why: "x", usage: [{ ...LINE, outcome: "overloaded" }, LINE] } as const;
    const model = measureModel(
      { name: "n", webSearch: { offered: true }, ask: async () => outcome },
      { modelCalled: (line) => counted.push(line.outcome) },
    );
    expect(await model.ask(aQuestion())).toBe(outcome);
    expect(counted).toEqual(["overloaded", "answered"]);
    expect(model).toMatchObject({ name: "n", webSearch: { offered: true } });
  });

  it("count the calls of a question that broke, too", async () => {
    const counted: string[] = [];
    const broke = new ConversationBroke([LINE], new Error("GitHub is away"));
    const model = measureModel(
      { name: "n", webSearch: { offered: true }, ask: () => Promise.reject(broke) },
      { modelCalled: (line) => counted.push(line.outcome) },
    );
    await expect(model.ask(aQuestion())).rejects.toBe(broke);
    expect(counted).toEqual(["answered"]);
  });
});
