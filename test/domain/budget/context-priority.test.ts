import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assembleContext, CONTEXT_PRIORITY, type ContextItem } from "../../../src/domain/budget/context-priority.js";

const item = (kind: ContextItem["kind"], tokens: number, name: string = kind): ContextItem => ({ kind, name, tokens });

describe("assembleContext", () => {
  it("puts standards first, then decisions, file summaries, conventions", () => {
    const items = [item("conventions", 1), item("file-summaries", 1), item("decisions", 1), item("sops", 1)];
    expect(assembleContext(items, 4).included.map(({ kind }) => kind)).toEqual([
      "sops",
      "decisions",
      "file-summaries",
      "conventions",
    ]);
  });

  it("names what did not fit any more", () => {
    const { included, leftOut } = assembleContext([item("sops", 3), item("decisions", 1), item("conventions", 1)], 4);
    expect(included.map(({ name }) => name)).toEqual(["sops", "decisions"]);
    expect(leftOut.map(({ name }) => name)).toEqual(["conventions"]);
  });

  it("lets nothing less important slip in before what did not fit", () => {
    const { leftOut } = assembleContext([item("decisions", 5), item("conventions", 1)], 4);
    expect(leftOut.map(({ name }) => name)).toEqual(["decisions", "conventions"]);
  });

  it.each([
    [4, true],
    [5, false],
  ])("takes standards of %i tokens into a reserve of 4: %s", (tokens, sopsFit) => {
    const assembled = assembleContext([item("sops", 2, "a"), item("sops", tokens - 2, "b")], 4);
    expect(assembled.sopsFit).toBe(sopsFit);
    expect(assembled.included).toHaveLength(sopsFit ? 2 : 0);
  });

  it("loses nothing and never overfills", () => {
    const anItem = fc.record({ kind: fc.constantFrom(...CONTEXT_PRIORITY), name: fc.string(), tokens: fc.nat(50) });
    fc.assert(
      fc.property(fc.array(anItem), fc.nat(200), (items, reserve) => {
        const { included, leftOut } = assembleContext(items, reserve);
        expect([...included, ...leftOut]).toHaveLength(items.length);
        expect(included.reduce((total, { tokens }) => total + tokens, 0)).toBeLessThanOrEqual(reserve);
      }),
    );
  });
});
