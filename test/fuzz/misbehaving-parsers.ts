/** One parser for each thing that none may do: what notices it must be able to. */
import type { Parser } from "./parsers.js";

const MISDEEDS: Readonly<Record<string, (text: string) => unknown>> = {
  nothing: (text) => text.length,
  throwing: () => JSON.parse("{"),
  "giving every object a property": () => Object.assign(Object.prototype, { polluted: true }),
  "giving another value to a property that every object has": () => {
    Object.prototype.toString = () => "polluted";
  },
  "taking long": () => holdUp(350),
  "returning 512 MiB of buffers": () => Array.from({ length: 8 }, () => new Uint8Array(64 * 1_048_576)),
  "filling 300 MiB of buffers and dropping them": () => {
    for (let count = 0; count < 10; count += 1) KEPT.push(new Uint8Array(30 * 1_048_576).fill(1));
    KEPT.length = 0;
    globalThis.gc?.();
  },
  "holding 300 MiB of objects and dropping them": () => {
    for (let count = 0; count < 5_000_000; count += 1) KEPT.push({ count });
    KEPT.length = 0;
    globalThis.gc?.();
  },
  "leaving 300 MiB of garbage, never holding much": () => {
    let last: unknown;
    for (let count = 0; count < 300; count += 1) last = Array.from({ length: 1 << 17 }, () => count);
    return last;
  },
};
const KEPT: unknown[] = [];

function holdUp(milliseconds: number): void {
  const { user, system } = process.cpuUsage();
  for (let now = 0; now < milliseconds; ) {
    const used = process.cpuUsage();
    now = (used.user + used.system - user - system) / 1_000;
  }
}

export const PARSERS: readonly Parser[] = Object.entries(MISDEEDS).map(([name, parse]) => ({
  name,
  parse,
  corpus: [],
}));
