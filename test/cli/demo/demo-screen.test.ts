import { describe, expect, it } from "vitest";
import { openDemoScreen } from "../../../src/cli/demo/demo-screen.js";
import { paintFor } from "../../../src/cli/paint.js";
import type { Progress } from "../../../src/sandbox/demo/progress.js";

const plain = paintFor({}, {});
const PROGRESS: Progress = {
  between: null,
  tasks: [
    { id: "a", title: "Count words", status: "SHIPPED", pull: 4, words: "shipped", reworked: false },
    {
      id: "b",
      title: "Estimate minutes",
      status: "IN_PROGRESS",
      pull: 5,
      words: "green gates: its tests must pass now",
      reworked: false,
    },
    { id: "c", title: "Say it", status: "PENDING", pull: null, words: "waits for Estimate minutes", reworked: false },
  ],
  shipped: 1,
  cost: "$0.48",
};

const ALL_SHIPPED: Progress = {
  ...PROGRESS,
  between: "the release is prepared",
  tasks: PROGRESS.tasks.map((task) => ({ ...task, status: "SHIPPED", words: "shipped" })),
  shipped: 3,
};

function screenOn(terminal: { isTTY?: boolean; columns?: number; rows?: number }, dumb = false) {
  const written: string[] = [];
  const clock = { ms: 0 };
  const out = { ...terminal, write: (text: string) => written.push(text) };
  const screen = openDemoScreen(out, plain, { dumb, now: () => clock.ms });
  return { screen, clock, out, text: () => written.join("") };
}

/** What stands on the terminal after everything that was written to it: lines, and how far the cursor went back up. */
function shownBy(text: string): string[] {
  const lines: string[] = [""];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the terminal's own
  for (const part of text.split(/(\u001b\[\d+A\r\u001b\[J|\n)/)) {
    const up = /\[(\d+)A/.exec(part)?.[1];
    if (part === "\n") lines.push("");
    else if (up === undefined) lines[lines.length - 1] += part;
    else lines.splice(lines.length - 1 - Number(up), Number(up) + 1, "");
  }
  return lines.slice(0, -1);
}

const CALL = { run: "2-T-b-5", role: "proposer", task: null, module: "MM-0002" } as const;

describe("a model call that lasts", () => {
  it("is a line of the panel on a terminal, which is drawn anew with its time and tokens", () => {
    const { screen, text } = screenOn({ isTTY: true, columns: 100, rows: 24 });
    screen.show(PROGRESS, [{ ...CALL, seconds: 6, tokens: 0 }]);
    expect(shownBy(text()).join("\n")).toContain(
      "the proposer has been answering about MM-0002 for 6 s, nothing streamed",
    );
    screen.show(PROGRESS, [{ ...CALL, seconds: 7, tokens: 340 }]);
    const shown = shownBy(text()).join("\n");
    expect(shown).toContain("for 7 s, about 340 tokens streamed");
    expect(shown).not.toContain("for 6 s");
    screen.show(PROGRESS);
    expect(shownBy(text()).join("\n")).not.toContain("answering");
  });

  it("is a line each half minute where nothing is redrawn", () => {
    const { screen, text } = screenOn({});
    for (const seconds of [5, 6, 29, 30, 31]) screen.show(PROGRESS, [{ ...CALL, seconds, tokens: seconds * 10 }]);
    expect(text().match(/answering about MM-0002 for \d+ s, about \d+ tokens streamed/g)).toEqual([
      "answering about MM-0002 for 5 s, about 50 tokens streamed",
      "answering about MM-0002 for 30 s, about 300 tokens streamed",
    ]);
  });
});

describe("the demo on a terminal", () => {
  it("redraws task, phase, who waits for whom, cost and elapsed time in place, below what happened", () => {
    const { screen, clock, text } = screenOn({ isTTY: true, columns: 100, rows: 24 });
    screen.print("It begins");
    screen.show(PROGRESS);
    clock.ms = 61_000;
    screen.show({ ...PROGRESS, cost: "$0.50" });
    screen.print("It goes on");
    expect(shownBy(text())).toEqual([
      " 0:00  It begins",
      " 1:01  It goes on",
      "  ✔ Count words       #4 shipped",
      "  ● Estimate minutes  #5 green gates: its tests must pass now",
      "  ○ Say it            waits for Estimate minutes",
      "   1:01 · 1 of 3 tasks shipped · $0.50 at list price",
    ]);
  });

  it("keeps a line of each revision and amendment, once", () => {
    const { screen, clock, text } = screenOn({ isTTY: true, columns: 100, rows: 24 });
    const estimating = (words: string, reworked: boolean): Progress => ({
      ...PROGRESS,
      tasks: PROGRESS.tasks.map((task) => (task.id === "b" ? { ...task, words, reworked } : task)),
    });
    screen.show(PROGRESS);
    for (const words of ["the proposer revises it", "the proposer applies the arbiter's amendments"]) {
      clock.ms += 61_000;
      screen.show(estimating(words, true));
      screen.show({ ...estimating(words, true), cost: "$0.50" });
      screen.show(estimating("the challenger tries to refute it", false));
    }
    expect(shownBy(text())).toEqual([
      " 1:01    Estimate minutes · the proposer revises it · $0.48",
      " 2:02    Estimate minutes · the proposer applies the arbiter's amendments · $0.48",
      "  ✔ Count words       #4 shipped",
      "  ● Estimate minutes  #5 the challenger tries to refute it",
      "  ○ Say it            waits for Estimate minutes",
      "   2:02 · 1 of 3 tasks shipped · $0.48 at list price",
    ]);
  });

  it("breaks such a line between words where the terminal is narrower", () => {
    const { screen, text } = screenOn({ isTTY: true, columns: 60, rows: 24 });
    const words = "the proposer applies the arbiter's amendments";
    screen.show({
      ...PROGRESS,
      tasks: PROGRESS.tasks.map((task) => (task.id === "b" ? { ...task, words, reworked: true } : task)),
    });
    expect(shownBy(text()).slice(0, 2)).toEqual([
      " 0:00    Estimate minutes · the proposer applies the",
      "         arbiter's amendments · $0.48",
    ]);
  });

  it("keeps a comment that it is told of as it is indented, so that it can be copied", () => {
    const { screen, text } = screenOn({ isTTY: true, columns: 60, rows: 24 });
    screen.print("It answers:\nnew_tasks:\n  - name: Parse the file\n    depends_on: []");
    expect(shownBy(text())).toEqual([
      " 0:00  It answers:",
      "       new_tasks:",
      "         - name: Parse the file",
      "           depends_on: []",
    ]);
  });

  it("says what goes on when no task is in work", () => {
    const { screen, text } = screenOn({ isTTY: true });
    screen.show(ALL_SHIPPED);
    expect(shownBy(text()).at(-1)).toBe(
      "   0:00 · 3 of 3 tasks shipped · the release is prepared · $0.48 at list price",
    );
  });

  it("cuts what is too wide and leaves out what is too high, so that it can be drawn over", () => {
    const { screen, text } = screenOn({ isTTY: true, columns: 30, rows: 4 });
    screen.show(PROGRESS);
    expect(shownBy(text())).toEqual(["  ● Estimate minutes  #5 gre…", "   0:00 · 1 of 3 tasks shipp…"]);
  });

  it("draws over all of it when the terminal has become narrower", () => {
    const { screen, out, text } = screenOn({ isTTY: true, columns: 100, rows: 24 });
    screen.show(PROGRESS);
    out.columns = 40;
    screen.show(PROGRESS);
    // All but the first of its four lines are longer than that, and take two rows each by now.
    expect(text()).toContain("\u001b[7A\r\u001b[J");
  });

  it("leaves the lines alone while somebody types, and when it rests", () => {
    const { screen, text } = screenOn({ isTTY: true });
    screen.show(PROGRESS);
    const release = screen.hold();
    screen.show(PROGRESS);
    expect(shownBy(text())).toEqual([]);
    release();
    expect(shownBy(text())).toHaveLength(4);
    screen.rest();
    expect(shownBy(text())).toEqual([]);
  });

  it("draws nothing when it was closed while somebody typed", () => {
    const { screen, text } = screenOn({ isTTY: true });
    screen.show(PROGRESS);
    const release = screen.hold();
    screen.close();
    release();
    expect(shownBy(text())).toEqual([]);
  });
});

it("the demo elsewhere tells of each of several tasks that are in work", () => {
  const { screen, text } = screenOn({});
  const [counting, estimating, saying] = PROGRESS.tasks;
  if (counting === undefined || estimating === undefined || saying === undefined) throw new Error("a task is missing");
  const beside = { ...saying, status: "IN_PROGRESS" as const, words: "the planner cuts it into modules" };
  screen.show({ ...PROGRESS, tasks: [counting, estimating, beside] });
  screen.show({ ...PROGRESS, tasks: [counting, estimating, { ...beside, words: "the arbiter decides" }] });
  expect(text().split("\n")).toEqual([
    " 0:00    Estimate minutes · green gates: its tests must pass now · $0.48",
    " 0:00    Say it · the planner cuts it into modules · $0.48",
    " 0:00    Say it · the arbiter decides · $0.48",
    "",
  ]);
});

it("the demo on a terminal breaks long lines between words, below where they began", () => {
  const { screen, text } = screenOn({ isTTY: true, columns: 40, rows: 24 });
  screen.print("The factory waits for a person's decision\nhttp://127.0.0.1:12345/acme/product/pull/6");
  expect(text().split("\n")).toEqual([
    " 0:00  The factory waits for a person's",
    "       decision",
    "       http://127.0.0.1:12345/acme/product/pull/6",
    "",
  ]);
});

it.each([
  ["elsewhere", screenOn({})],
  ["on a dumb terminal", screenOn({ isTTY: true, columns: 80, rows: 24 }, true)],
])("the demo %s says each change once, on a line of its own, without control sequences", (_where, { screen, text }) => {
  screen.print("It begins\nand explains");
  screen.show(PROGRESS);
  screen.show(PROGRESS);
  screen.show(ALL_SHIPPED);
  screen.close();
  screen.print("nobody listens");
  expect(text()).toBe(
    " 0:00  It begins\n       and explains\n 0:00    Estimate minutes · green gates: its tests must pass now · $0.48\n 0:00    the release is prepared · $0.48\n",
  );
});
