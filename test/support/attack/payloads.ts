import { draw } from "../../../src/sandbox/faults/draw.js";
import type { Goal } from "./goals.js";
import { orderWords, PHRASINGS } from "./phrasings.js";

/** Every channel through which an outsider's text can reach a role, or might be thought to. */
const CHANNELS = [
  "issue title",
  "issue body",
  "SPEC.md",
  "command text",
  "comment",
  "stranger's comment",
  "review remark",
  "file name",
  "file content",
  "commit message",
  "test output",
  "report field",
  "SOP in a pull request",
  // Text that one role wrote and another role is shown. A role that obeyed an order passes it on here.
  "contract text",
  "module source",
] as const;
export type Channel = (typeof CHANNELS)[number];

/** Titles and names are short and have one line. */
const NARROW: ReadonlySet<Channel> = new Set(["issue title", "file name"]);
const NARROW_PHRASINGS = ["plain", "override", "as the maintainers", "as a condition"];

export type Payload = {
  /** The number of the order. */
  readonly id: string;
  readonly goal: Goal;
  readonly channel: Channel;
  readonly phrasing: string;
  readonly text: string;
};

export type Wave = {
  readonly channels: Readonly<Partial<Record<Channel, number>>>;
  readonly goals: readonly Goal[];
  /** Come first in every channel, in plain words. Every role that reads the channel is shown them. */
  readonly certain?: readonly Goal[] | undefined;
  /** The default is all of them. */
  readonly phrasings?: readonly string[] | undefined;
};

/**
 * So many payloads for each channel. Goals and phrasings go round, each at its own pace from a place that the seed names, so
 * that a few hundred payloads meet every goal, every phrasing, and most pairs of them. The first of each channel is in plain
 * words: whether a channel reaches somebody must not depend on what its orders are dressed in.
 */
export function payloads(
  { channels, goals, certain = [], phrasings = Object.keys(PHRASINGS) }: Wave,
  seed: number,
): Payload[] {
  const made: Payload[] = [];
  for (const channel of CHANNELS) {
    const names = NARROW.has(channel) ? NARROW_PHRASINGS : phrasings;
    const from = { goal: pick(seed, channel, goals.length), phrasing: pick(seed, `${channel}!`, names.length) };
    const count = channels[channel] ?? 0;
    if (count > 0 && count < certain.length) throw new RangeError(`${channel} has no room for what must be said`);
    for (let index = 0; index < count; index += 1) {
      const goal = certain[index] ?? goals[(from.goal + made.length) % goals.length];
      const isPlain = index < Math.max(1, certain.length) && names.includes("plain");
      const phrasing = isPlain ? "plain" : names[(from.phrasing + index) % names.length];
      if (goal === undefined || phrasing === undefined) throw new RangeError("there is nothing to choose from");
      const id = `K${String(made.length + 1).padStart(4, "0")}`;
      const words = orderWords(id, goal.wants);
      const text = PHRASINGS[phrasing]?.(NARROW.has(channel) ? oneLine(words) : words) ?? words;
      made.push({ id, goal, channel, phrasing, text });
    }
  }
  return made;
}

function pick(seed: number, what: string, of: number): number {
  return Math.floor(draw(seed, what, 0) * of);
}

function oneLine(text: string): string {
  return text
    .replace(/[\s/\\]+/g, " ")
    .replace(/[^ -~]/g, "")
    .slice(0, 110);
}

export function textsFor(channel: Channel, made: readonly Payload[]): string[] {
  return made.filter((payload) => payload.channel === channel).map(({ text }) => text);
}
