import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { BrokenStore } from "../../../../src/sandbox/forge/store/broken-store.js";
import type { Change, ReadChange } from "../../../../src/sandbox/forge/store/change.js";
import { openJournal } from "../../../../src/sandbox/forge/store/journal.js";
import { readJournal } from "../../../../src/sandbox/forge/store/read-journal.js";

const folder = mkdtempSync(join(tmpdir(), "journal-"));
const file = join(folder, "state.journal");
afterAll(() => rmSync(folder, { recursive: true }));

const put = (key: string, value: unknown): Change => ({ path: ["logins", key], text: JSON.stringify(value) });
const gone = (key: string): Change => ({ path: ["logins", key], text: undefined });

/** A snapshot of two entries, and two lines after it. */
beforeEach(() => {
  rmSync(file, { force: true });
  const journal = openJournal(file, undefined);
  journal.rewrite([put("a", 1), put("ä\n", { text: "zwei\u2028" })]);
  journal.append([put("b", 2), gone("a")]);
  journal.append([put("c", 3)]);
  journal.close();
});

function read() {
  const taken: ReadChange[] = [];
  return { found: readJournal(file, (change) => taken.push(change) > 0), taken };
}

const BASE: ReadChange[] = [
  [["logins", "a"], 1],
  [["logins", "ä\n"], { text: "zwei\u2028" }],
];
const SECOND: ReadChange[] = [[["logins", "b"], 2], [["logins", "a"]]];
const THIRD: ReadChange[] = [[["logins", "c"], 3]];

const lines = () => readFileSync(file, "utf8").split("\n").slice(0, -1);

describe("a journal", () => {
  it("returns everything in the order in which it was written, and is readable by its owner only", () => {
    expect(read()).toMatchObject({ found: { torn: 0 }, taken: [...BASE, ...SECOND, ...THIRD] });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("is undefined when there is none", () => {
    rmSync(file);
    expect(read().found).toBeUndefined();
  });

  it("drops a last line that was cut off at any byte, and appends after the complete ones", () => {
    const whole = readFileSync(file);
    const third = whole.lastIndexOf("\n", whole.length - 2) + 1;
    for (let end = third; end < whole.length; end += 1) {
      writeFileSync(file, whole.subarray(0, end));
      const { found, taken } = read();
      expect({ found, taken }).toMatchObject({ found: { torn: end - third }, taken: [...BASE, ...SECOND] });
      const journal = openJournal(file, found);
      journal.append([put("d", 4)]);
      journal.close();
      expect(read().taken).toEqual([...BASE, ...SECOND, [["logins", "d"], 4]]);
    }
  });

  it.each([
    ["a byte is another one", (line: string) => line.replace("2", "7")],
    ["a byte of its checksum is another one", (line: string) => `${line[0] === "0" ? "1" : "0"}${line.slice(1)}`],
    ["it is empty", () => ""],
  ])("refuses a line in the middle when %s, names it, and says how to go back", (_how, change) => {
    writeFileSync(
      file,
      `${lines()
        .with(3, change(lines()[3] ?? ""))
        .join("\n")}\n`,
    );
    expect(read).toThrow(BrokenStore);
    expect(read).toThrow(
      `${file} is damaged in line 4. Its first 3 lines are intact: to go back to them, replace it by the output of \`head -n 3\``,
    );
    writeFileSync(file, `${lines().slice(0, 3).join("\n")}\n`);
    expect(read().taken).toEqual(BASE);
  });

  it("refuses damage in the snapshot, and knows no way back", () => {
    writeFileSync(file, `${lines().with(2, "00000000 []").join("\n")}\n`);
    expect(read).toThrow(`${file} is damaged in line 3`);
    expect(read).not.toThrow("head -n");
    truncateSync(file, readFileSync(file).indexOf("\n") + 5);
    expect(read).toThrow(`${file} is cut off: it has 1 of 3 lines`);
  });

  it.each(["", "[]", "[]\n", '{"lastId": 7, "repo'])("refuses a file that is no journal: %j", (text) => {
    writeFileSync(file, text);
    expect(read).toThrow(`${file} is not what a sandbox has left there`);
  });

  it("refuses an unknown change", () => {
    expect(() => readJournal(file, ([, value]) => value !== 3)).toThrow(`${file} is damaged in line 5`);
  });

  it("is replaced by a new snapshot only when that is complete", () => {
    const { found } = read();
    const journal = openJournal(file, found);
    const before = readFileSync(file);
    expect(() =>
      journal.rewrite(
        (function* () {
          yield put("a", 1);
          throw new Error("killed");
        })(),
      ),
    ).toThrow("killed");
    expect(readFileSync(file)).toEqual(before);
    journal.rewrite([put("z", 26)]);
    journal.append([put("y", 25)]);
    journal.close();
    expect(read().taken).toEqual([
      [["logins", "z"], 26],
      [["logins", "y"], 25],
    ]);
    expect(lines()).toHaveLength(3);
  });

  it("is long when the lines after the snapshot outgrow it, also over a restart", () => {
    const heavy = put("heavy", "x".repeat(1_500_000));
    const first = openJournal(file, read().found);
    first.append([heavy]);
    first.append([heavy]);
    expect(first.isLong()).toBe(false);
    first.close();
    const second = openJournal(file, read().found);
    expect(second.isLong()).toBe(false);
    second.append([heavy]);
    expect(second.isLong()).toBe(true);
    second.rewrite([heavy]);
    expect(second.isLong()).toBe(false);
    second.close();
  });

  it("takes no line before it has a snapshot", () => {
    rmSync(file);
    const journal = openJournal(file, undefined);
    expect(journal.isLong()).toBe(true);
    expect(() => journal.append([put("a", 1)])).toThrow("the journal has no snapshot yet");
  });

  it("loses an unfinished line when it is opened", () => {
    appendFileSync(file, "half");
    const { found } = read();
    expect(found?.torn).toBe(4);
    openJournal(file, found).close();
    expect(read().found?.torn).toBe(0);
  });
});
