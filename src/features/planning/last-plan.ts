import { codeBlock, folded } from "../../render/code.js";
import { cutText } from "../../render/cut.js";
import type { Part } from "../../render/fit.js";
import type { HaltCause } from "../halts/escalation/causes.js";

/** A card has other content as well. The escalation's file has the whole plan. */
const MOST = 12_000;

/** The invalid plan as it was handed in, beside its problems (requirements.md#plan-checks). */
export function lastPlanPart(cause: HaltCause): Part[] {
  if (cause.kind !== "plan-invalid") return [];
  const text = folded("The last plan, as it was handed in", codeBlock(cutText(indented(cause.last_plan), MOST)));
  return [{ text, whenLeftOut: "_The last plan did not fit; it is in the escalation's file._" }];
}

/** A model returns one long line of JSON; this makes it readable. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return text;
  }
}
