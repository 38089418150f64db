import { describe, expect, it } from "vitest";
import type { Forecast } from "../../../src/features/budget/forecast.js";
import { forecastTable } from "../../../src/features/budget/forecast-table.js";
import { specPullRequestBody } from "../../../src/features/spec/spec-pull-request.js";
import { BODY_LIMIT } from "../../../src/render/fit.js";
import { specOfTasks, specTask, validSpec } from "../../support/product-spec.js";

const forecast: Forecast = { tasks: 3, cost: { usd: 4.2 }, actions_minutes: 53, hours: 1.2, decisions: 2 };
const round = {
  number: 2,
  kind: "amend",
  spec_blob: "a".repeat(40),
  feedback: ["say @ada <b>why</b>"],
  amends: 1,
  started_at: "2026-03-01T09:00:00Z",
} as const;
const facts = { spec: validSpec(), round: { ...round, feedback: [...round.feedback] }, issue: 3, forecast };
const body = (also: Partial<Parameters<typeof specPullRequestBody>[0]> = {}) =>
  specPullRequestBody({ ...facts, warnings: [], sources: [], queries: [], unsearched: null, ...also });

describe("the spec's pull request", () => {
  it("names the three decisions first, and then what each would do", () => {
    const lines = body().split("\n");
    const at = (words: string) => lines.findIndex((line) => line.includes(words));
    expect(at("/factory approve")).toBeGreaterThan(-1);
    expect(at("/factory approve")).toBeLessThan(at("/factory amend"));
    expect(at("/factory reject")).toBeLessThan(at("Round 2"));
  });

  it("counts warnings and shows each", () => {
    const warning = { path: "pillars[0].name", field: "name", severity: "WARNING", message: "say more" } as const;
    expect(body({ warnings: [warning, { ...warning, path: "title" }] })).toMatch(/2 warnings[\s\S]*`title`: say more/);
    expect(body()).toContain("No warnings.");
  });

  it("shows where the role has been, as text and not as links", () => {
    const sources = ["https://example.org/notes", "https://example.org/notes", "javascript:alert(`1`)"];
    const text = body({ sources });
    expect(text.match(/`https:\/\/example\.org\/notes`/g)).toHaveLength(1);
    expect(text).toContain("`javascript:alert('1')`");
    expect(body()).toContain("No sources: it was written from SPEC.md alone.\n");
  });

  it("shows what the role searched for, before what it found", () => {
    const queries = ["tags in unicode", "tags in unicode", "a `tick`"];
    const text = body({ queries, sources: ["https://example.org"] });
    expect(text).toContain(
      "Searched the web for:\n\n- `tags in unicode`\n- `a 'tick'`\n\nRead for it:\n\n- `https://example.org`\n",
    );
    expect(body({ queries })).not.toContain("SPEC.md alone");
  });

  it("says that the web could not be searched, and why", () => {
    const said = "The web could not be searched for it: the model is a recording.";
    expect(body({ unsearched: "the model is a recording" })).toContain(`from SPEC.md alone. ${said}`);
    expect(body({ sources: ["https://example.org"], unsearched: "the model is a recording" })).toContain(`\n\n${said}`);
    expect(body()).not.toContain("could not be searched");
  });

  it("says what it may take, and that this is an estimate", () => {
    const text = body();
    for (const words of ["$4.20", "53 minutes", "1 hour", "about 2", "Nothing has been measured"]) {
      expect(text).toContain(words);
    }
  });

  it("says why a cost is unknown instead of a number", () => {
    expect(forecastTable({ ...forecast, cost: { usd: null, reason: "no price for X" } })).toContain("no price for X");
  });

  it.each([
    [0.004, "1 minute"],
    [0.5, "30 minutes"],
    [1, "1 hour"],
    [2.6, "3 hours"],
  ])("tells %f hours as %s", (hours, words) => {
    expect(forecastTable({ ...forecast, hours })).toContain(`about ${words} |`);
  });

  it("fits, and says what it left out", () => {
    const many = Array.from({ length: 400 }, (_, index) => specTask(index + 1, { description: "d".repeat(400) }));
    const text = body({ spec: specOfTasks(many) });
    expect(text.length).toBeLessThanOrEqual(BODY_LIMIT);
    expect(text).toContain("does not fit here");
    expect(text).toContain("$4.20");
  });
});
