import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cosines, stackVectors } from "../../src/code-index/vector-matrix.js";

const floats = (...parts: number[]) => Float32Array.from(parts);
const rows = (...places: number[]) => Uint32Array.from(places);

describe("cosines", () => {
  it("rates direction, not length", () => {
    const matrix = stackVectors([floats(5, 0), floats(0.1, 0), floats(3, 4)], 2);
    expect([...cosines(matrix, rows(0, 1, 2), floats(100, 0))]).toEqual([1, 1, 0.6]);
  });

  it("rates only the rows that are wanted, in their order", () => {
    const matrix = stackVectors([floats(1, 0), floats(0, 1), floats(3, 4)], 2);
    expect([...cosines(matrix, rows(2, 1), floats(0, 1))]).toEqual([0.8, 1]);
  });

  it("gives 0 to what points the other way", () => {
    expect([...cosines(stackVectors([floats(-1, 0)], 2), rows(0), floats(1, 0))]).toEqual([0]);
  });

  it("gives 0, not NaN, to a vector without a direction, on either side", () => {
    expect([...cosines(stackVectors([floats(0, 0)], 2), rows(0), floats(1, 0))]).toEqual([0]);
    expect([...cosines(stackVectors([floats(1, 0)], 2), rows(0), floats(0, 0))]).toEqual([0]);
  });

  it("rounds to a millionth, so that a processor's last bits decide no order", () => {
    const matrix = stackVectors([floats(1, 1e-4), floats(1, 2e-3)], 2);
    expect([...cosines(matrix, rows(0, 1), floats(1, 0))]).toEqual([1, 0.999998]);
  });

  it.each([1, 2, 3, 4, 5, 7, 8, 9])("uses every one of %i dimensions", (dimensions) => {
    const last = new Float32Array(dimensions);
    last[dimensions - 1] = 1;
    const matrix = stackVectors([last, last.map((part) => part * 2)], dimensions);
    expect([...cosines(matrix, rows(0, 1), last)]).toEqual([1, 1]);
  });

  it("stays within 0 and 1 and agrees with the definition", () => {
    const vector = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(vector, vector, (left, right) => {
        const [score = Number.NaN] = cosines(stackVectors([floats(...left)], 6), rows(0), floats(...right));
        const dot = left.reduce((sum, part, index) => sum + part * (right[index] ?? 0), 0);
        const lengths = Math.hypot(...left) * Math.hypot(...right);
        expect(score).toBeCloseTo(lengths === 0 ? 0 : Math.max(0, dot / lengths), 5);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
      }),
      { numRuns: 200 },
    );
  });

  it("refuses vectors of another length, stored or asked", () => {
    expect(() => stackVectors([floats(1, 0, 0)], 2)).toThrow("3 dimensions; the index has 2");
    expect(() => cosines(stackVectors([floats(1, 0)], 2), rows(0), floats(1))).toThrow("1 dimensions; the index has 2");
  });
});
