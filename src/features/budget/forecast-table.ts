import type { Forecast } from "./forecast.js";

/** The forecast of a project, marked as an estimate, for the person who decides about it. */
export function forecastTable({ tasks, cost, actions_minutes, hours, decisions }: Forecast): string {
  const money = cost.usd === null ? cost.reason : `about $${cost.usd.toFixed(2)}`;
  return [
    `What ${tasks === 1 ? "this task" : `these ${tasks} tasks`} may take. Nothing has been measured yet: this assumes one module and one revision for each task, list prices and nobody keeping it waiting. It may well be off by half; after the first shipped task the status comment goes by what was measured.`,
    "",
    "| language model | GitHub Actions | time | your decisions |",
    "|---|---|---|---|",
    `| ${money} | about ${actions_minutes} minutes | about ${duration(hours)} | about ${decisions}, this one included |`,
  ].join("\n");
}

function duration(hours: number): string {
  return hours < 1 ? counted(Math.max(1, Math.round(hours * 60)), "minute") : counted(Math.round(hours), "hour");
}

function counted(count: number, unit: string): string {
  return `${count} ${count === 1 ? unit : `${unit}s`}`;
}
