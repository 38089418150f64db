import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { mergeLines, type ThreeTexts } from "../../../../src/features/undo/rules/merge-lines.js";

const lines = (...names: string[]) => names.map((name) => `${name}\n`).join("");
const BASE = lines("a", "b", "c", "d", "e");

describe("merging three texts", () => {
  it.each<[string, string, string, string | undefined]>([
    ["takes what only we changed", lines("a", "B", "c", "d", "e"), BASE, lines("a", "B", "c", "d", "e")],
    ["takes what only they changed", BASE, lines("a", "b", "c", "e"), lines("a", "b", "c", "e")],
    [
      "takes both where they are apart",
      lines("A", "b", "c", "d", "e"),
      lines("a", "b", "c", "d"),
      lines("A", "b", "c", "d"),
    ],
    [
      "takes the same change once",
      lines("a", "X", "c", "d", "e"),
      lines("a", "X", "c", "d", "e"),
      lines("a", "X", "c", "d", "e"),
    ],
    [
      "does not choose between two changes of one line",
      lines("a", "X", "c", "d", "e"),
      lines("a", "Y", "c", "d", "e"),
      undefined,
    ],
    ["does not choose between neighbours", lines("a", "X", "c", "d", "e"), lines("a", "b", "Y", "d", "e"), undefined],
    [
      "does not choose an order for two insertions",
      lines("a", "X", "b", "c", "d", "e"),
      lines("a", "Y", "b", "c", "d", "e"),
      undefined,
    ],
    ["minds a missing last newline", `${BASE}f`, lines("A", "b", "c", "d", "e"), `${lines("A", "b", "c", "d", "e")}f`],
  ])("%s", (_, ours, theirs, merged) => {
    expect(mergeLines({ base: BASE, ours, theirs })).toBe(merged);
  });

  it("leaves to a person what is too large to compare", () => {
    const long = (word: string) => Array.from({ length: 3_000 }, (__, index) => `${word} ${index}\n`).join("");
    expect(mergeLines({ base: long("a"), ours: long("b"), theirs: long("a") })).toBeUndefined();
  });
});

describe("held against git", () => {
  const folder = mkdtempSync(join(tmpdir(), "merge-lines-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** What git makes of it; undefined where it finds a conflict. */
  function gitMerge({ base, ours, theirs }: ThreeTexts): string | undefined {
    for (const [name, text] of Object.entries({ base, ours, theirs })) writeFileSync(join(folder, name), text);
    try {
      const args = ["merge-file", "-p", "ours", "base", "theirs"];
      return execFileSync("git", args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    } catch (error) {
      if (error instanceof Error && "status" in error && typeof error.status === "number") return undefined;
      throw error;
    }
  }

  const text = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 9 }).map((names) => lines(...names));
  const edit = fc.record({
    at: fc.nat(20),
    remove: fc.nat(2),
    insert: fc.array(fc.constantFrom("x", "y", "a"), { maxLength: 2 }),
  });

  it("what is merged without a conflict is what git merges, whenever git sees none either", () => {
    const both = { clean: 0 };
    fc.assert(
      fc.property(text, edit, edit, (base, mine, yours) => {
        const changed = ({ at, remove, insert }: typeof mine) => {
          const all = base.split("\n").slice(0, -1);
          all.splice(at % (all.length + 1), remove, ...insert);
          return lines(...all);
        };
        const three = { base, ours: changed(mine), theirs: changed(yours) };
        const [here, there] = [mergeLines(three), gitMerge(three)];
        if (here === undefined || there === undefined) return;
        both.clean += 1;
        expect(here).toBe(there);
      }),
      { numRuns: 150, seed: 20_260_301 },
    );
    expect(both.clean).toBeGreaterThan(50);
  });
});
