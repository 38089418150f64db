import type { Message, ResultBlock } from "../message.js";
import { cleared } from "./notes.js";

/** The results of the last turns are cleared last, because the role is using them. */
const KEPT_TURNS = 2;

/** A result this short is more useful than a note. A note is short, too, so it is never cleared again. */
export const SHORT_RESULT = 400;

/** The note in place of a result: its tool, and its length. */
export type Note = (tool: string, characters: number) => string;

/**
 * The conversation with a note in place of each old tool result. The first message, which has task and contract, never
 * changes, nor does anything that the role wrote.
 */
export function clearToolResults(messages: readonly Message[], keptTurns = KEPT_TURNS): Message[] {
  const old = new Set(turnsWithResults(messages).slice(0, -keptTurns));
  return replaceResults(messages, (_, index) => (old.has(index) ? cleared : undefined));
}

/** The positions of the messages with tool results. */
export function turnsWithResults(messages: readonly Message[]): number[] {
  return messages.flatMap(({ content }, index) => (content.some(({ kind }) => kind === "result") ? [index] : []));
}

/** The conversation with notes in place of the chosen long results. */
export function replaceResults(
  messages: readonly Message[],
  noteFor: (block: ResultBlock, index: number) => Note | undefined,
): Message[] {
  const names = toolNames(messages);
  return messages.map((message, index) => {
    const content = message.content.map((block) => {
      if (block.kind !== "result") return block;
      const note = block.text.length <= SHORT_RESULT ? undefined : noteFor(block, index);
      if (note === undefined) return block;
      return { ...block, text: note(names.get(block.call) ?? "a tool", block.text.length) };
    });
    return { ...message, content };
  });
}

function toolNames(messages: readonly Message[]): ReadonlyMap<string, string> {
  const blocks = messages.flatMap(({ content }) => content);
  return new Map(blocks.flatMap((block) => (block.kind === "call" ? [[block.id, block.name] as const] : [])));
}
