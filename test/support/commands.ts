import type { Command } from "../../src/commands/define-command.js";
import { type CommandReading, readCommands } from "../../src/commands/read-commands.js";
import type { Refusal } from "../../src/domain/refusal.js";

/** All readings of a comment. A comment that is refused as a whole fails the test. */
export function readingsOf(body: string): readonly CommandReading[] {
  const read = readCommands(body);
  if (!read.ok) throw new Error(`the comment was refused: ${read.refusal.code}`);
  return read.value;
}

/** The commands of a comment, without refusals. */
export function commandsIn(body: string): Command[] {
  return readingsOf(body).flatMap(({ outcome }) => (outcome.ok ? [outcome.value.command] : []));
}

/** The one command of a comment. */
export function onlyCommand(body: string): Command {
  const [reading, ...more] = readingsOf(body);
  if (reading === undefined || more.length > 0) throw new Error(`expected one reading, found ${more.length + 1}`);
  if (!reading.outcome.ok) throw new Error(`refused: ${reading.outcome.refusal.message}`);
  return reading.outcome.value.command;
}

/** The refusals of a comment's lines. */
export function refusalsIn(body: string): Refusal[] {
  return readingsOf(body).flatMap(({ outcome }) => (outcome.ok ? [] : [outcome.refusal]));
}

export function onlyRefusal(body: string): Refusal {
  const [refusal, ...more] = refusalsIn(body);
  if (refusal === undefined || more.length > 0) throw new Error("expected exactly one refusal");
  return refusal;
}
