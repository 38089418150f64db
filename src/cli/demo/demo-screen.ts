import { stripVTControlCharacters } from "node:util";
import type { LiveCall } from "../../engine/live-call.js";
import { goingOn, type Progress, reworkGoingOn } from "../../sandbox/demo/progress.js";
import type { Paint } from "../paint.js";
import { wrapWords } from "../wrap-words.js";
import { callNews } from "./call-news.js";
import { demoPanel } from "./demo-panel.js";

export type Output = {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  write(text: string): unknown;
};

/** A `dumb` terminal, which cannot redraw lines. */
type Ability = { readonly dumb?: boolean; readonly now?: () => number };

/**
 * Two kinds of lines: events, which stay, and the current state, which a terminal redraws below them. Revisions and
 * amendments are events. On other outputs each change of state is a new line.
 */
export function openDemoScreen(out: Output, paint: Paint, { dumb = false, now = Date.now }: Ability = {}) {
  const began = now();
  const redraws = out.isTTY === true && !dumb;
  let shown: Progress | undefined;
  let talking: readonly LiveCall[] = [];
  const newsOfCalls = callNews();
  let drawn: readonly number[] = [];
  let held = false;
  let closed = false;
  const elapsed = () => clock(now() - began);
  const columns = () => out.columns ?? 80;
  // A terminal would break a long line in the middle of a word. A file or a pipe keeps the line whole.
  const roomBeside = (indent: string) => (redraws ? Math.max(20, columns() - indent.length) : Number.POSITIVE_INFINITY);
  const clear = () => {
    // After a terminal becomes narrower, one line covers several rows.
    const rows = drawn.reduce((sum, length) => sum + Math.max(1, Math.ceil(length / columns())), 0);
    if (rows > 0) out.write(`\u001b[${rows}A\r\u001b[J`);
    drawn = [];
  };
  const draw = () => {
    if (!redraws || held || closed || shown === undefined) return;
    const lines = demoPanel(shown, elapsed(), paint, { columns: columns(), rows: (out.rows ?? 24) - 1 }, talking);
    out.write(`${lines.join("\n")}\n`);
    drawn = lines.map((line) => stripVTControlCharacters(line).length);
  };
  const write = (text: string) => {
    clear();
    if (text !== "") out.write(text);
    draw();
  };
  return {
    print(what: string): void {
      if (closed) return;
      const indent = " ".repeat(elapsed().length + 2);
      const room = roomBeside(indent);
      const [first = "", ...more] = what.split("\n").flatMap((line) => wrapWords(line, room));
      write([`${elapsed()}  ${first}`, ...more.map((line) => `${indent}${line}`), ""].join("\n"));
    },
    /** Text to copy, exactly as it is, with nothing before or after it. */
    quote(words: string): void {
      if (!closed) write(`\n${words}\n\n`);
    },
    show(progress: Progress, calls: readonly LiveCall[] = []): void {
      if (closed) return;
      talking = calls;
      const linesOf = redraws ? reworkGoingOn : goingOn;
      const known = shown === undefined ? [] : linesOf(shown);
      shown = progress;
      const calling = redraws ? [] : newsOfCalls(calls);
      const news = [...linesOf(progress).filter((line) => !known.includes(line)), ...calling];
      const indent = " ".repeat(elapsed().length + 4);
      const lines = news.flatMap((line) => {
        const [first, ...more] = wrapWords(`${line} · ${progress.cost}`, roomBeside(indent));
        return [`${elapsed()}    ${first}`, ...more.map((rest) => `${indent}${rest}`)];
      });
      write(lines.map((line) => `${line}\n`).join(""));
    },
    /** Reserves the last lines for typing, until the returned function is called. */
    hold(): () => void {
      clear();
      held = true;
      return () => {
        held = false;
        draw();
      };
    },
    /** From here on nothing is redrawn. */
    rest(): void {
      clear();
      shown = undefined;
    },
    /** From here on nothing is shown. */
    close(): void {
      clear();
      closed = true;
    },
  };
}
export type DemoScreen = ReturnType<typeof openDemoScreen>;

function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`.padStart(5);
}
