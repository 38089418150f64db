import type { Message, ResultBlock } from "../message.js";
import { cleared } from "./notes.js";

/** Turns whose tool results are cleared last: what the role is working on right now. */
const KEPT_TURNS = 2;

/** A result of so few characters says more than the note in its place would; a note is one, so it is never cleared again. */
export const SHORT_RESULT = 400;

/** What stands in place of a result: of which tool it was, and how long. */
export type Note = (tool: string, characters: number) => string;

/**
 * The conversation with its old tool results replaced by a note that says so. The first message, which holds task and
 * contract, is never touched; nor is anything the role wrote itself.
 */
export function clearToolResults(messages: readonly Message[], keptTurns = KEPT_TURNS): Message[] {
  const old = new Set(turnsWithResults(messages).slice(0, -keptTurns));
  return replaceResults(messages, (_, index) => (old.has(index) ? cleared : undefined));
}

/** Where the messages with tool results are. */
export function turnsWithResults(messages: readonly Message[]): number[] {
  return messages.flatMap(({ content }, index) => (content.some(({ kind }) => kind === "result") ? [index] : []));
}

/** The conversation with a note for each long result that gets one. */
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
