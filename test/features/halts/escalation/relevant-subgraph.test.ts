import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { relevantSubgraph, type TaskNode } from "../../../../src/features/halts/escalation/relevant-subgraph.js";

const task = (...depends_on: string[]): TaskNode<"PENDING"> => ({ status: "PENDING", depends_on });
const keys = (tasks: ReadonlyMap<string, TaskNode<"PENDING">>, id: string) => {
  const outcome = relevantSubgraph(tasks, id);
  return outcome.ok ? [...outcome.value.keys()] : outcome.refusal.code;
};

describe("the relevant subgraph of a task", () => {
  //  a -> b -> c -> d,  x -> c,  b -> y,  z alone
  const tasks = new Map([
    ["z", task()],
    ["d", task("c")],
    ["c", task("b", "x")],
    ["b", task("a")],
    ["a", task()],
    ["x", task()],
    ["y", task("b")],
  ]);

  it.each([
    ["b", ["d", "c", "b", "a", "y"]],
    ["c", ["d", "c", "b", "a", "x"]],
    ["a", ["d", "c", "b", "a", "y"]],
    ["z", ["z"]],
    ["x", ["d", "c", "x"]],
  ])("%s is it, what it needs and what needs it, in the given order", (id, expected) => {
    expect(keys(tasks, id)).toEqual(expected);
  });

  it("keeps status and dependencies, and nothing else of a task", () => {
    const rich = new Map([["a", { ...task("gone"), merge_sha: "abc" }]]);
    expect(relevantSubgraph(rich, "a")).toEqual({ ok: true, value: new Map([["a", task("gone")]]) });
  });

  it("refuses a task that does not exist", () => {
    expect(keys(tasks, "q")).toBe("unknown-task");
  });

  it("is exactly the tasks that reach the one or are reached by it, on any graph", () => {
    const graph = fc
      .integer({ min: 1, max: 30 })
      .chain((size) =>
        fc.tuple(fc.constant(size), fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), { maxLength: 60 })),
      );
    fc.assert(
      fc.property(graph, fc.nat(), ([size, edges], pick) => {
        const names = Array.from({ length: size }, (_, index) => `t${index}`);
        const random = new Map(
          names.map((name, index) => [
            name,
            task(...edges.filter(([from, to]) => from === index && to < from).map(([, to]) => `t${to}`)),
          ]),
        );
        const reaches = (from: string, to: string): boolean =>
          from === to || (random.get(from)?.depends_on ?? []).some((next) => reaches(next, to));
        const own = names[pick % size] ?? "t0";
        expect(keys(random, own)).toEqual(names.filter((name) => reaches(name, own) || reaches(own, name)));
      }),
      { numRuns: 50 },
    );
  });
});
