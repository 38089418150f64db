import type { z } from "zod";
import { isPlaceholder } from "../../domain/placeholder.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { CommandInput } from "../define-command.js";

/** Required, meaningful words; `noun` names them ("a rationale"). */
export function takeWords<S extends z.ZodType<string>>(
  text: string,
  { schema, usage, noun }: { readonly schema: S; readonly usage: string; readonly noun: string },
): Outcome<string> {
  const given = text.trim();
  const saysNothing = isPlaceholder(withoutBlanks(given, usage));
  const checked = schema.safeParse(given);
  if (checked.success && !saysNothing) return accept(checked.data);
  // The person's words are not repeated: they may mention people, who would be notified.
  const why = saysNothing ? "is a placeholder" : (checked.error?.issues[0]?.message ?? "cannot be read");
  return refuse("words-needed", `This needs ${noun}: \`${usage}\`.${given === "" ? "" : ` What was given ${why}.`}`, {
    usage,
    noun,
  });
}

/** A placeholder of the usage text, such as `<rationale>`, is no word. */
function withoutBlanks(given: string, usage: string): string {
  const blanks = usage.match(/<[^>]+>|\[[^\]]+\]/g) ?? [];
  return blanks.reduce((words, blank) => words.replaceAll(blank, ""), given);
}

/**
 * Nothing may follow. "/factory approve? not yet" and "/factory approve once CI is green" must not approve, and a second
 * command on the same line must not vanish.
 */
export function takeNothing(text: string, usage: string): Outcome<null> {
  if (text.trim() === "") return accept(null);
  const second = /(?:^|\s)\/factory\b/i.test(text);
  return refuse(
    "words-unexpected",
    second
      ? `One command a line: put the second \`/factory\` on a line of its own. Nothing was done for \`${usage}\`.`
      : `${mayFollow(usage)} on its line, so that a condition or a doubt is never read as a yes. Put remarks on a line below it.`,
    { usage },
  );
}

function mayFollow(usage: string): string {
  const command = usage.replace(" [task]", "");
  return command === usage ? `Nothing may follow \`${usage}\`` : `Nothing but a task's id may follow \`${command}\``;
}

/** The parser of a command without arguments. */
export function bare(usage: string): (input: CommandInput) => Outcome<object> {
  return ({ text }) => {
    const nothing = takeNothing(text, usage);
    return nothing.ok ? accept({}) : nothing;
  };
}
