import { describe, expect, it } from "vitest";
import { atMost, type BenchLine, below } from "./bench-line.js";
import { type BenchResult, exitCodeOf, judgeLines, summaryOf } from "./bench-result.js";
import { describeNoise, isLoaded, type Noise, noiseOf } from "./noise.js";
import { benchTable } from "./table.js";
import { verdictOf } from "./verdict.js";

const QUIET: Noise = { spread: 1.1, waiting: 1.01, load: 0.2, processors: 2 };
const BUSY: Noise = { spread: 3, waiting: 1.8, load: 9, processors: 2 };
const line = (fields: Partial<BenchLine>): BenchLine => ({ name: "a", value: 2, unit: "x", ...fields });

function result(lines: readonly BenchLine[], after = QUIET, failed: string | null = null): BenchResult {
  const noise = { before: QUIET, after };
  return { name: "bench", seconds: 1, noise, lines: judgeLines(lines, noise), failed };
}

describe("a goal", () => {
  it.each([
    [line({ goal: atMost(2) }), "holds"],
    [line({ goal: below(2) }), "missed"],
    [line({ goal: atMost(1) }), "missed"],
    [line({ value: Number.NaN, goal: atMost(1) }), "missed"],
    [line({ value: null, goal: atMost(1) }), "not measured"],
    [line({}), "no goal"],
  ])("of %j: %s", (measured, verdict) => {
    expect(verdictOf(measured, false)).toBe(verdict);
  });

  it("that is missed while the machine does something else is missed under load, and one that holds then holds", () => {
    expect(verdictOf(line({ goal: atMost(1) }), true)).toBe("missed under load");
    expect(verdictOf(line({ goal: atMost(2) }), true)).toBe("holds");
  });

  it("of a count is missed, load or no load", () => {
    expect(verdictOf(line({ unit: "requests", goal: atMost(1) }), true)).toBe("missed");
    expect(verdictOf(line({ unit: "requests/s", goal: atMost(1) }), true)).toBe("missed under load");
  });

  it("is judged under load when there was load before or after", () => {
    expect(result([line({ goal: atMost(1) })], BUSY).lines[0]?.verdict).toBe("missed under load");
    expect(result([line({ goal: atMost(1) })], QUIET).lines[0]?.verdict).toBe("missed");
  });
});

it("ratios come before counts and times, which stay in their order", () => {
  const lines = [line({ name: "t", unit: "ms" }), line({ name: "r" }), line({ name: "c", unit: "requests" })];
  expect(result(lines).lines.map(({ name }) => name)).toEqual(["r", "t", "c"]);
});

describe("the exit code", () => {
  it.each([
    [0, [result([line({ goal: atMost(2) }), line({})])]],
    [0, [result([line({ goal: atMost(1) })], BUSY)]],
    [1, [result([line({ goal: atMost(1) })], BUSY), result([line({ goal: atMost(1) })])]],
    [2, [result([line({ goal: atMost(1) })]), result([], QUIET, "no end")]],
  ] as const)("is %d", (code, results) => {
    expect(exitCodeOf(results)).toBe(code);
  });
});

it("the summary counts the goals that hold, names the others, and says what came to no end", () => {
  const lines = [
    line({ goal: atMost(2) }),
    line({ name: "b", goal: atMost(1) }),
    line({ value: null, goal: atMost(1) }),
  ];
  const summary = summaryOf([result([...lines, line({})]), result([line({ goal: below(1) })], BUSY, "it broke")]);
  expect(summary.split("\n")).toEqual([
    "1 of 4 goals hold, 1 missed, 1 missed under load, 1 not measured",
    "  bench: b is 2 x, goal at most 1",
    "  bench: a is 2 x, goal below 1",
    "  bench came to no end: it broke",
    "Run what was missed under load again, alone and on a quiet machine.",
  ]);
});

it("the table aligns its columns, and numbers by their last digit", () => {
  const { lines } = result([
    line({ name: "short", value: 1_000, unit: "ms", note: "of one" }),
    line({ name: "a longer name", goal: atMost(2) }),
    line({ name: "none", value: null }),
  ]);
  expect(benchTable(lines)).toBe(
    [
      "what           measured  goal       verdict       note",
      "a longer name     2 x    at most 2  holds",
      "none           -                    not measured",
      "short          1000 ms              no goal       of one",
    ].join("\n"),
  );
});

describe("noise", () => {
  it("is how much slower the slowest run is, and how long a run waits for its processor", () => {
    const runs = [
      { wall: 10, cpu: 10 },
      { wall: 30, cpu: 10 },
    ];
    expect(noiseOf(runs)).toEqual({ spread: 3, waiting: 2 });
  });

  it("of a process that had its processor for itself is never below one", () => {
    expect(noiseOf([{ wall: 9.9, cpu: 10 }]).waiting).toBe(1);
  });

  it.each([
    [QUIET, false, /^quiet: /],
    [BUSY, true, /^under load: .* 3\.00 times .* 1\.80 s .* load 9\.0 on 2 processors$/],
    [{ ...QUIET, waiting: 1.5 }, true, /^under load/],
    [{ ...QUIET, spread: 2 }, true, /^under load/],
  ])("of %j says whether there was load", (noise, loaded, words) => {
    expect(isLoaded(noise)).toBe(loaded);
    expect(describeNoise(noise)).toMatch(words);
  });
});
