import { describe, expect, it } from "vitest";
import { newFactoryState } from "../../../src/features/request/new-state.js";
import { statusComment } from "../../../src/features/status/status-comment.js";
import { taskGraph } from "../../../src/features/status/task-graph.js";
import { initProject } from "../../../src/features/tasks/task-file/init-project.js";
import { BODY_LIMIT } from "../../../src/render/fit.js";
import { markerIn } from "../../../src/render/marker.js";
import { specOfTasks, specTask } from "../../support/product-spec.js";
import { RELEASE } from "../../support/release.js";

const NOW = "2026-03-01T12:00:00Z";
const FACTS = { spent: { known_usd: 1.5, unknown_cost_calls: 0 }, forecast_usd: 8, fix_cycles: 0 };
const state = newFactoryState(7, { issue: 3, title: "Build <it>", requester: "ada", lane: "full", requested_at: NOW });

function projectOf(count: number) {
  const tasks = Array.from({ length: count }, (_, index) =>
    specTask(index + 1, {
      name: `Part ${index + 1}`,
      depends_on: index === 0 ? [] : [`TSK-${String(index).padStart(3, "0")}`],
    }),
  );
  const project = initProject(specOfTasks(tasks), {
    projectId: "p",
    startingSha: "a".repeat(40),
    branch: "main",
    now: NOW,
  });
  if (!project.ok) throw new Error(project.refusal.message);
  return project.value.state;
}

describe("the status comment", () => {
  it("says what it waits for before everything that may be left out, and carries its key", () => {
    const body = statusComment(
      { ...state, project: projectOf(4) },
      [{ who: "person", for: "your decision", since: NOW }],
      FACTS,
    );
    expect(markerIn(body)).toBe("status");
    expect(body).toContain("- **Waiting for** your decision (since 2026-03-01 12:00:00 UTC)");
    expect(body.indexOf("Waiting for")).toBeLessThan(body.indexOf("| task |"));
  });

  it("says what it waits for however much that is: the first, shortened, and how many more", () => {
    const waiting = Array.from({ length: 200 }, (_, index) => ({
      who: "person" as const,
      for: `you ${index} ${"x".repeat(70_000)}`,
      since: NOW,
    }));
    const body = statusComment({ ...state, project: projectOf(4) }, waiting, FACTS);
    expect(body).toContain("- **Waiting for** you 0 xxx");
    expect(body).toContain("- and for 170 more");
    expect(body.length).toBeLessThanOrEqual(BODY_LIMIT);
    expect(body).toContain("| task |");
  });

  it("shows progress, cost and estimate", () => {
    const body = statusComment({ ...state, project: projectOf(4) }, [], FACTS);
    expect(body).toContain("0 of 4 tasks shipped");
    expect(body).toContain("Cost so far $1.50, about $8.00 to go");
    expect(body).toContain("## Building: Build &lt;it&gt;");
  });

  it("names every task, what it waits for by name, and what has shipped last", () => {
    const project = projectOf(3);
    const [first = ""] = Object.keys(project.tasks);
    const shipped = {
      ...project,
      tasks: { ...project.tasks, [first]: { ...project.tasks[first], status: "SHIPPED" } },
    };
    const body = statusComment({ ...state, project: shipped as typeof project }, [], FACTS);
    const rows = body.split("\n").filter((line) => line.startsWith("| **"));
    expect(rows.map((row) => /\*\*(.+)\*\*/.exec(row)?.[1])).toEqual(["Part 2", "Part 3", "Part 1"]);
    expect(rows[1]).toMatch(/\| pending \| {2}\| Part 2 \|$/);
    expect(rows[2]).toMatch(/\| shipped \|/);
  });

  it("has no column for waiting when nothing waits", () => {
    const one = statusComment({ ...state, project: projectOf(1) }, [], FACTS);
    expect(one).toContain("| task | status | pull request |\n|---|---|---|\n| **Part 1**");
    expect(statusComment({ ...state, project: projectOf(2) }, [], FACTS)).toContain("| pull request | waits for |\n");
  });

  it("says what it has cost in all when it is over", () => {
    const body = statusComment({ ...state, project: { ...projectOf(2), status: "RELEASED" } }, [], FACTS);
    expect(body).toContain("Cost $1.50 in all.");
    expect(body).not.toContain("to go");
  });

  it("names the release once it is there", () => {
    const over = { ...state, project: { ...projectOf(2), status: "RELEASED" } } as const;
    expect(statusComment(over, [], FACTS)).not.toContain("Released as");
    const body = statusComment({ ...over, release: RELEASE.published }, [], FACTS);
    expect(body).toContain("Released as [**v1.0.0**](../releases/tag/v1.0.0).");
  });

  it("counts the rows it leaves out", () => {
    expect(statusComment({ ...state, project: projectOf(50) }, [], FACTS)).toContain("and 10 more tasks.");
  });

  it("stays within GitHub's limit at 999 tasks", () => {
    const body = statusComment({ ...state, project: projectOf(999) }, [], FACTS);
    expect(body.length).toBeLessThanOrEqual(BODY_LIMIT);
    expect(body).toContain("0 of 999 tasks shipped");
  });
});

describe("the graph of tasks", () => {
  it("draws tasks up to sixty and stories above", () => {
    expect(taskGraph(projectOf(60))).toContain('["Part 60"]');
    expect(taskGraph(projectOf(61))).toContain("Story 1 (0/61)");
  });

  it("draws an edge for each dependency and a colour for each status in it", () => {
    const graph = taskGraph(projectOf(2));
    expect(graph).toContain("n0 --> n1");
    expect(graph).toContain("classDef PENDING");
    expect(graph).not.toContain("classDef HALTED");
  });
});
