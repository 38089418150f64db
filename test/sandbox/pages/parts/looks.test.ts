import { describe, expect, it } from "vitest";
import type { IssueRecord } from "../../../../src/sandbox/forge/records/issue.js";
import type { PullRecord } from "../../../../src/sandbox/forge/records/pull.js";
import { emptyRepositoryCollections, type RepositoryRecord } from "../../../../src/sandbox/forge/records/repository.js";
import { render } from "../../../../src/sandbox/pages/html.js";
import { checkIcon, checkWord } from "../../../../src/sandbox/pages/parts/checks/check-icon.js";
import { logLines } from "../../../../src/sandbox/pages/parts/checks/log-lines.js";
import { countOf } from "../../../../src/sandbox/pages/parts/count-of.js";
import { duration, moment } from "../../../../src/sandbox/pages/parts/moment.js";
import { viewOf } from "../../../../src/sandbox/pages/parts/state-badge.js";
import { summaryOf } from "../../../../src/sandbox/pages/parts/summary-state.js";

describe("the state of an issue", () => {
  const look = (issue: Partial<IssueRecord>, pull?: Partial<PullRecord>) => {
    const collections = emptyRepositoryCollections();
    if (pull !== undefined) collections.pulls.set(1, pull);
    return viewOf(
      collections as unknown as RepositoryRecord,
      { number: 1, isPull: pull !== undefined, ...issue } as IssueRecord,
    ).word;
  };
  it.each([
    [{ state: "open" }, "Open"],
    [{ state: "closed", stateReason: "completed" }, "Closed"],
    [{ state: "closed", stateReason: "not_planned" }, "Closed as not planned"],
    [{ state: "closed", stateReason: "duplicate" }, "Closed as not planned"],
  ] as const)("%j is %s", (issue, word) => {
    expect(look(issue)).toBe(word);
  });
  it.each([
    [{ state: "open" }, { mergedAt: null, draft: false }, "Open"],
    [{ state: "open" }, { mergedAt: null, draft: true }, "Draft"],
    [{ state: "closed" }, { mergedAt: null, draft: true }, "Closed"],
    [{ state: "closed" }, { mergedAt: "2026-01-01T00:00:00Z", draft: false }, "Merged"],
  ] as const)("of a pull request, %j %j is %s", (issue, pull, word) => {
    expect(look(issue, pull)).toBe(word);
  });
});

describe("the sign of a check", () => {
  it.each([
    ["queued", null, "queued"],
    ["pending", null, "waiting"],
    ["in_progress", null, "in progress"],
    ["completed", "success", "succeeded"],
    ["completed", "failure", "failed"],
    ["completed", "startup_failure", "could not start"],
    ["completed", "timed_out", "timed out"],
    ["completed", "action_required", "needs an action"],
    ["completed", "cancelled", "was cancelled"],
    ["completed", "skipped", "was skipped"],
    ["completed", "neutral", "neutral"],
    ["completed", "something new", "unknown"],
  ])("%s %s %s, in words too", (status, conclusion, word) => {
    expect(checkWord({ status, conclusion })).toBe(word);
    expect(render(checkIcon({ status, conclusion }))).toContain(`aria-label="${word}"`);
  });

  const runs = (...conclusions: (string | null)[]) =>
    conclusions.map((conclusion) => ({
      status: conclusion === null ? "in_progress" : "completed",
      conclusion,
    })) as never;
  it.each([
    [["success", "neutral", "skipped"], "success"],
    [["success", "failure"], "failure"],
    [["success", "cancelled"], "failure"],
    [["success", "action_required"], "failure"],
    [["failure", null], null],
  ])("%j together are %s", (conclusions, together) => {
    expect(summaryOf(runs(...conclusions)).conclusion).toBe(together);
  });
});

describe("times and numbers", () => {
  it("are exact without the script", () => {
    expect(render(moment("2026-01-02T03:04:05Z"))).toBe(
      '<time datetime="2026-01-02T03:04:05Z" title="2026-01-02T03:04:05Z">2026-01-02 03:04:05 UTC</time>',
    );
  });
  it.each([
    ["2026-01-01T00:00:00Z", "2026-01-01T00:00:59Z", "59 s"],
    ["2026-01-01T00:00:00Z", "2026-01-01T00:01:00Z", "1 m 0 s"],
    ["2026-01-01T00:00:05Z", "2026-01-01T00:00:00Z", "0 s"],
    ["2026-01-01T00:00:00Z", null, ""],
    [null, "2026-01-01T00:00:00Z", ""],
  ])("from %s to %s is %j", (from, to, words) => {
    expect(duration(from, to)).toBe(words);
  });
  it.each([
    [0, "0 files"],
    [1, "1 file"],
    [2, "2 files"],
  ])("%i is %s", (count, words) => {
    expect(countOf(count, "file")).toBe(words);
  });
});

describe("a log", () => {
  const shown = (line: string) => render(logLines([{ step: 1, at: "2026-01-01T00:00:00Z", line }]));
  it.each([
    ["##[error]broken", '<li class="error" title="2026-01-01T00:00:00Z">broken</li>'],
    ["##[group]Run x", '<li class="group" title="2026-01-01T00:00:00Z">Run x</li>'],
    ["\u001b[31mred\u001b[0m <b>", '<li class="plain" title="2026-01-01T00:00:00Z">red &lt;b&gt;</li>'],
    ["##[strange]x", '<li class="plain" title="2026-01-01T00:00:00Z">##[strange]x</li>'],
  ])("shows %j", (line, markup) => {
    expect(shown(line)).toContain(markup);
  });
  it("leaves out where a group ends", () => {
    expect(shown("##[endgroup]")).toBe('<ol class="log"></ol>');
  });
});
