import { fencedBlock } from "../../../commands/fenced-block.js";

/** The placeholder for what only the person can say. A comment that still has it is refused, with the place. */
export const MISSING = "TODO";

/** The same YAML with a note at every placeholder that says what belongs there. */
export function explained(yaml: string, means: string, field?: string): string {
  const before = field === undefined ? "\\s*- " : `\\s*(?:- )?${field}: `;
  return yaml.replace(new RegExp(`^(${before})${MISSING}$`, "gm"), `$1${MISSING} # ${means}`);
}

/** Whether something must be filled in before the command is accepted. */
export function isUnfinished(payload: string): boolean {
  return UNFINISHED_YAML.test(payload) || UNFINISHED_WORDS.test(payload);
}

const UNFINISHED_YAML = new RegExp(`^\\s*(?:- )?(?:\\w+: )?${MISSING} # `, "m");
const UNFINISHED_WORDS = new RegExp(`^/factory [a-z -]+ ${MISSING}: `);

/** A complete comment: the command, and its payload in a block below it. */
export function payloadComment(verb: string, yaml: string): string {
  return `/factory ${verb}\n\n${fencedBlock(yaml, "yaml")}`;
}
