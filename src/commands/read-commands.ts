import { accept, type Outcome, refuse } from "../domain/refusal.js";
import { beginsWithSlash, nearMiss } from "./confusables.js";
import type { ReadCommand } from "./define-command.js";
import { type Line, linesOf } from "./markdown/lines.js";
import type { Placement } from "./markdown/placement.js";
import { placementsAt } from "./markdown/placements-at.js";
import { topLevelBlocks } from "./markdown/top-level-blocks.js";
import { yamlPayloads } from "./markdown/yaml-payloads.js";
import { matchVerb } from "./match-verb.js";
import { whyNotRun } from "./near-miss.js";

/** The reading of one line: a command, or why it is none. Comment id and line make it unique. */
export type CommandReading = {
  readonly line: number;
  readonly written: string;
  readonly outcome: Outcome<ReadCommand>;
};

/** GitHub's own limit for a comment. */
export const MAX_COMMENT = 65_536;
/** More than a person types; and the answers must fit into one comment. */
export const MAX_COMMANDS = 20;
/** How many lines are compared with the verbs letter by letter, because there is only one hint. */
const MAX_COMPARED = 50;

/** `/factory` in ASCII at the very start of a line. */
const COMMAND_LINE = /^\/factory(?=[ \t]|$)[ \t]*/i;

/** A line that is a command or looks like one: the probable verb, and its context. */
type Suspect = Line & { readonly meant: string | undefined; readonly placement: Placement };

/**
 * The commands of a comment, in order. A command is a line that begins with `/factory` and is neither quoted nor code
 * nor inside HTML or formatting (decisions.md#what-is-a-command). Its words end with its line or with the next command,
 * as its row says; its payload is the first fenced `yaml` block before the next command. At most one line that only
 * looks like a command gets a hint.
 */
export function readCommands(body: string): Outcome<readonly CommandReading[]> {
  if (body.length > MAX_COMMENT) {
    return refuse("comment-too-long", `This comment has more than ${MAX_COMMENT} characters and was not read.`);
  }
  const lines = linesOf(body)
    .filter(({ text }) => beginsWithSlash(text))
    .map((line, index) => ({ ...line, meant: index < MAX_COMPARED ? nearMiss(line.text) : undefined }))
    .filter(({ text, meant }) => meant !== undefined || COMMAND_LINE.test(text));
  if (lines.length === 0) return accept([]);
  const blocks = topLevelBlocks(body);
  if (!blocks.ok) return blocks;
  const placements = placementsAt(body, blocks.value, lines.map(firstSeen));
  const suspects = lines.map((line, index): Suspect => ({ ...line, placement: placements[index] ?? "formatting" }));
  const commands = suspects.filter(({ text, placement }) => COMMAND_LINE.test(text) && placement === "text");
  if (commands.length > MAX_COMMANDS) {
    return refuse(
      "too-many-commands",
      `This comment has ${commands.length} commands and at most ${MAX_COMMANDS} are read, so none was run.`,
    );
  }
  const payloads = yamlPayloads(blocks.value);
  const readings = commands.map((line, index): CommandReading => {
    const end = commands[index + 1]?.start ?? body.length;
    const below = body.slice(line.start + line.text.length, end);
    const payload = payloads.find(({ start }) => start > line.start && start < end)?.text ?? null;
    return { line: line.number, written: line.text, outcome: readCommand(line.text, below, payload) };
  });
  return accept([...readings, ...firstNearMiss(suspects)].sort((one, other) => one.line - other.line));
}

function readCommand(line: string, below: string, payload: string | null): Outcome<ReadCommand> {
  const matched = matchVerb(line.replace(COMMAND_LINE, ""));
  if (!matched.ok) return matched;
  const { row, text } = matched.value;
  const words = row.reach === "comment" ? `${text}${below}`.replace(/\r\n?/g, "\n").trim() : text;
  return row.read({ text: words, payload });
}

function firstNearMiss(suspects: readonly Suspect[]): CommandReading[] {
  for (const { number, text, meant, placement } of suspects) {
    const outcome = meant === undefined ? undefined : whyNotRun(meant, text, placement);
    if (outcome !== undefined) return [{ line: number, written: text, outcome }];
  }
  return [];
}

/** Where a line's content begins. */
function firstSeen({ start, text }: Line): number {
  return start + text.search(/[^ \t]|$/);
}
