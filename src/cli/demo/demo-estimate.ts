import { createInterface } from "node:readline";
import { Config } from "../../domain/config/config.js";
import { forecastProject } from "../../features/budget/forecast.js";

/** About as many as the demo's SPEC.md needs. */
const TASKS = 4;

/** The likely cost with a real model, shown before anything is spent. */
export function demoEstimate(baseUrl: string | undefined): string {
  const config = Config.parse({});
  const { cost, hours, decisions } = forecastProject(TASKS, config);
  const money = cost.usd === null ? `cost unknown (${cost.reason})` : `about $${cost.usd.toFixed(2)} at list price`;
  const { warn_usd, hard_usd } = config.budgets;
  return [
    `The model is real: ${baseUrl ?? "Anthropic's API"}, paid with your ANTHROPIC_API_KEY. Everything else stays on this machine.`,
    `Estimate for ${TASKS} tasks: ${money}, ${duration(hours)}, about ${decisions} decisions of yours. It may well be off by half.`,
    `It stops and asks you at $${warn_usd.toFixed(2)}; nothing is asked of the model beyond $${hard_usd.toFixed(2)}.`,
  ].join("\n");
}

function duration(hours: number): string {
  const minutes = Math.round(hours * 60);
  return minutes < 90 ? `about ${minutes} minutes` : `about ${Math.round(hours)} hours`;
}

/** Anything except yes counts as no, also the end of the input. */
export function agrees(
  question: string,
  input: NodeJS.ReadableStream,
  output: { write(text: string): unknown },
): Promise<boolean> {
  output.write(`${question} [y/N] `);
  const lines = createInterface({ input, terminal: false });
  return new Promise((resolve) => {
    lines.once("line", (line) => {
      resolve(/^\s*y(?:es)?\s*$/i.test(line));
      lines.close();
    });
    lines.once("close", () => resolve(false));
  });
}
