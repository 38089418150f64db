import { z } from "zod";
import { pointsOf } from "../../github/client/ask-cost.js";
import type { Paint } from "../paint.js";
import { CLICKS, STEPS } from "./conform-steps.js";
import type { Asker, Exchange } from "./exchange.js";
import type { StepResult } from "./step.js";

/** One step and what came of it. */
export type Told = StepResult & { readonly step: string; readonly title: string };

export type ConformReport = {
  readonly repository: string;
  readonly passed: boolean;
  readonly steps: readonly Told[];
  readonly notTried: readonly string[];
  readonly requests: Readonly<Record<Asker, number>>;
  /** What GitHub says is left of each of its limits, at its lowest. */
  readonly limits: Readonly<Record<string, { readonly limit: number; readonly lowest: number }>>;
  /** What GraphQL charged the installation: in all, and for its dearest question. */
  readonly points: { readonly all: number; readonly dearest: number };
  /** The largest id that was seen. Beyond 2147483647 GraphQL's `databaseId` may be null. */
  readonly largestId: number;
  /** What the App complained of. */
  readonly complaints: readonly string[];
  /** What is left for a person to try. */
  readonly clicks: readonly string[];
};

type Seen = {
  readonly told: readonly Told[];
  readonly exchanges: readonly Exchange[];
  readonly heard: readonly string[];
};

export function summarised(repository: string, { told, exchanges, heard }: Seen): ConformReport {
  const tried = new Set(told.map(({ step }) => step));
  const notTried = STEPS.filter(({ key }) => !tried.has(key)).map(({ title }) => title);
  const requests: Record<Asker, number> = { app: 0, installation: 0, person: 0, nobody: 0 };
  for (const { who } of exchanges) requests[who] += 1;
  return {
    repository,
    passed: notTried.length === 0 && told.every(({ differences }) => differences.length === 0),
    steps: told,
    notTried,
    requests,
    limits: limitsIn(exchanges),
    points: pointsIn(exchanges),
    largestId: Math.max(0, ...exchanges.map(({ answered }) => largestId(answered))),
    complaints: [...new Set(heard)],
    clicks: CLICKS,
  };
}

function pointsIn(exchanges: readonly Exchange[]): ConformReport["points"] {
  const charged = exchanges
    .filter(({ who }) => who === "installation")
    .map(({ method, path, answered }) => pointsOf({ method, url: path }, answered) ?? 0);
  return { all: charged.reduce((sum, points) => sum + points, 0), dearest: Math.max(0, ...charged) };
}

const Limit = z.object({
  "x-ratelimit-resource": z.string(),
  "x-ratelimit-limit": z.coerce.number(),
  "x-ratelimit-remaining": z.coerce.number(),
});

function limitsIn(exchanges: readonly Exchange[]): ConformReport["limits"] {
  const limits: Record<string, { limit: number; lowest: number }> = {};
  for (const { who, headers } of exchanges) {
    const read = Limit.safeParse(headers);
    if (!read.success) continue;
    const name = `${who} ${read.data["x-ratelimit-resource"]}`;
    const remaining = read.data["x-ratelimit-remaining"];
    const lowest = Math.min(limits[name]?.lowest ?? remaining, remaining);
    limits[name] = { limit: read.data["x-ratelimit-limit"], lowest };
  }
  return limits;
}

function largestId(value: unknown): number {
  if (Array.isArray(value)) return Math.max(0, ...value.map(largestId));
  if (typeof value !== "object" || value === null) return 0;
  return Math.max(
    0,
    ...Object.entries(value).map(([name, item]) =>
      name === "id" && typeof item === "number" ? item : largestId(item),
    ),
  );
}

export function stepLine({ title, notes, differences }: Told, paint: Paint): string {
  const mark = differences.length === 0 ? paint.good("passed ") : paint.bad("differed");
  const lines = [`  ${mark} ${title}`, ...notes.map((note) => `           ${note}`)];
  for (const { expected, saw } of differences)
    lines.push(`           expected: ${expected}`, `           saw:      ${saw}`);
  return lines.join("\n");
}

export function reportText(report: ConformReport): string {
  const { steps, notTried, requests, limits, points, largestId: id, complaints, clicks } = report;
  const bad = steps.filter(({ differences }) => differences.length > 0);
  const lines = [
    report.passed ? "Everything passed." : `${bad.length} of ${steps.length} steps differed.`,
    ...bad.flatMap(({ title, differences }) => [
      `- ${title}`,
      ...differences.flatMap(({ expected, saw, exchange }) => [
        `    expected: ${expected}`,
        `    saw:      ${saw}`,
        ...(exchange === null
          ? []
          : JSON.stringify(exchange, null, 2)
              .split("\n")
              .slice(0, 60)
              .map((line) => `    ${line}`)),
      ]),
    ]),
    ...notTried.map((title) => `- not tried: ${title}`),
    "",
    `Requests: ${requests.installation} by the installation, ${requests.app} by the App's key, ${requests.person} by the person.`,
    ...Object.entries(limits).map(([name, { limit, lowest }]) => `Limit of ${name}: ${lowest} of ${limit} left.`),
    `GraphQL charged the installation ${points.all} points, ${points.dearest} for its dearest question.`,
    `The largest id: ${id} (${id > 2 ** 31 - 1 ? "beyond" : "within"} 32 bits).`,
    ...complaints.map((line) => `The App said: ${line}`),
    "",
    "What only a person can try:",
    ...clicks.map((click, index) => ` ${index + 1}. ${click}`),
    "",
    "Delete the repository when you have seen enough.",
    "",
  ];
  return lines.join("\n");
}

/** What is said instead of doing anything that was not agreed to. */
export function planText(repository: string): string {
  return [
    `this would write to ${repository}: it must be empty and used by nothing else. It would`,
    ...STEPS.map(({ title }, index) => `  ${index + 1}. ${title}`),
    "It takes up to an hour. Add --yes to do it; .github/reference/conform.md says what you need and how to clean up.",
  ].join("\n");
}
