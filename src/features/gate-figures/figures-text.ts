import { GATE_NAMES, GATE_NUMBERS } from "../../domain/gates/validator-code.js";
import type { GateFigures } from "./gate-figures.js";

/** Validators named as most common failures. */
const NAMED = 5;

/** The figures as Markdown, for the release report. */
export function figuresText({ runs, passed, retries, gates, failures }: GateFigures): string {
  const rows = GATE_NUMBERS.flatMap((gate) => {
    const figure = gates[gate];
    const judged = figure.passed + figure.failed;
    if (judged === 0) return [];
    const seconds = (figure.milliseconds / judged / 1_000).toFixed(1);
    return [`| ${gate} ${GATE_NAMES[gate]} | ${judged} | ${percent(figure.passed, judged)} | ${seconds} s |`];
  });
  const most = Object.entries(failures)
    .sort(([one, a], [other, b]) => b - a || one.localeCompare(other))
    .slice(0, NAMED)
    .map(([code, count]) => `${code} (${count})`);
  return [
    `${runs} gate runs, ${percent(passed, runs)} passed, ${retries} of them again.`,
    "",
    "| gate | judged | passed | mean time |",
    "|---|---|---|---|",
    ...rows,
    "",
    most.length === 0 ? "No validator failed." : `Most common failures: ${most.join(", ")}.`,
  ].join("\n");
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "none" : `${Math.round((part / whole) * 100)} %`;
}
