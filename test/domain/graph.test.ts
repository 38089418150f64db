import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dependantsOf, findCycle, reachableFrom, topologicalOrder } from "../../src/domain/graph.js";

const graph = (edges: Record<string, string[]>) => new Map(Object.entries(edges));

/** A random graph without cycles: each node depends only on earlier ones. */
const acyclic = fc
  .integer({ min: 0, max: 60 })
  .chain((size) =>
    fc
      .tuple(
        ...Array.from({ length: size }, (_, node) =>
          fc.subarray(Array.from({ length: node }, (_, earlier) => `n${earlier}`)),
        ),
      )
      .map((lists) => new Map(lists.map((list, node) => [`n${node}`, list]))),
  );

describe("topological order", () => {
  it("takes the earliest declared node that is ready", () => {
    expect(topologicalOrder(graph({ c: ["a"], b: [], a: [], d: ["b", "c"] })).order).toEqual(["b", "a", "c", "d"]);
  });

  it("counts an edge named twice once", () => {
    expect(topologicalOrder(graph({ a: [], b: ["a", "a"] }))).toEqual({ order: ["a", "b"], leftOver: [] });
  });

  it("ignores dependencies outside the graph", () => {
    expect(topologicalOrder(graph({ a: ["elsewhere"] })).order).toEqual(["a"]);
  });

  it("leaves over what sits on or behind a cycle", () => {
    expect(topologicalOrder(graph({ a: ["b"], b: ["a"], c: ["b"], d: [] }))).toEqual({
      order: ["d"],
      leftOver: ["a", "b", "c"],
    });
  });

  it("puts every node after all it depends on, once, for any acyclic graph in any declaration order", () => {
    fc.assert(
      fc.property(acyclic, fc.infiniteStream(fc.nat()), (dependencies, noise) => {
        const shuffled = new Map(
          [...dependencies]
            .map((entry) => ({ entry, key: noise.next().value ?? 0 }))
            .sort((a, b) => a.key - b.key)
            .map(({ entry }) => entry),
        );
        const { order, leftOver } = topologicalOrder(shuffled);
        expect(leftOver).toEqual([]);
        expect([...order].sort()).toEqual([...dependencies.keys()].sort());
        const at = new Map(order.map((node, index) => [node, index]));
        for (const [node, upstream] of dependencies) {
          for (const dependency of upstream) expect(at.get(dependency)).toBeLessThan(at.get(node) ?? -1);
        }
      }),
    );
  });
});

describe("cycles", () => {
  it("are told as a person would walk them", () => {
    expect(findCycle(graph({ x: ["a"], a: ["b"], b: ["c"], c: ["a"] }))).toEqual(["a", "b", "c", "a"]);
  });

  it("of one node are cycles", () => {
    expect(findCycle(graph({ a: ["a"] }))).toEqual(["a", "a"]);
  });

  it("do not exist in acyclic graphs, and exist once a back edge is added", () => {
    fc.assert(
      fc.property(
        acyclic.filter((edges) => edges.size > 1),
        (dependencies) => {
          expect(findCycle(dependencies)).toBeUndefined();
          const last = `n${dependencies.size - 1}`;
          const chained = new Map(
            [...dependencies].map(([node, list], index) => [node, index === 0 ? [last] : [...list, `n${index - 1}`]]),
          );
          const cycle = findCycle(chained) ?? [];
          expect(cycle[0]).toBe(cycle.at(-1));
          for (let index = 0; index + 1 < cycle.length; index += 1) {
            expect(chained.get(cycle[index] ?? "")).toContain(cycle[index + 1]);
          }
        },
      ),
    );
  });
});

describe("reach", () => {
  it("follows edges transitively and leaves the start out", () => {
    expect([...reachableFrom(["c"], graph({ a: [], b: ["a"], c: ["b"], d: ["c"] }))].sort()).toEqual(["a", "b"]);
  });

  it("includes the start when a cycle comes back to it", () => {
    expect([...reachableFrom(["a"], graph({ a: ["b"], b: ["a"] }))].sort()).toEqual(["a", "b"]);
  });

  it("of dependants mirrors the reach of dependencies", () => {
    fc.assert(
      fc.property(acyclic, (dependencies) => {
        const dependants = dependantsOf(dependencies);
        for (const node of dependencies.keys()) {
          for (const upstream of reachableFrom([node], dependencies)) {
            expect(reachableFrom([upstream], dependants).has(node)).toBe(true);
          }
        }
      }),
      { numRuns: 40 },
    );
  });
});
