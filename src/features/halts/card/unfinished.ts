import { fencedBlock } from "../../../commands/fenced-block.js";

/** What stands where only the person knows what to say: a comment that still holds it is refused, with the place. */
export const MISSING = "TODO";

/** The same YAML, saying at every such line what belongs there: at the items of lists, or at the values of a field. */
export function explained(yaml: string, means: string, field?: string): string {
  const before = field === undefined ? "\\s*- " : `\\s*(?:- )?${field}: `;
  return yaml.replace(new RegExp(`^(${before})${MISSING}$`, "gm"), `$1${MISSING} # ${means}`);
}

/** Whether something has to be filled in before the command takes it. */
export function isUnfinished(payload: string): boolean {
  return UNFINISHED_YAML.test(payload) || UNFINISHED_WORDS.test(payload);
}

const UNFINISHED_YAML = new RegExp(`^\\s*(?:- )?(?:\\w+: )?${MISSING} # `, "m");
const UNFINISHED_WORDS = new RegExp(`^/factory [a-z -]+ ${MISSING}: `);

/** A whole comment: the command, and what it takes in a block below it. */
export function payloadComment(verb: string, yaml: string): string {
  return `/factory ${verb}\n\n${fencedBlock(yaml, "yaml")}`;
}
