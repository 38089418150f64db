import { z } from "zod";
import { defineCommand } from "../../../commands/define-command.js";
import { accept, refuse } from "../../../domain/refusal.js";
import { setProjectBudget } from "../checkpoint-commands.js";

const usage = "/factory budget <usd>";
/** The same maximum as in the configuration. */
const BudgetUsd = z.number().positive().max(1_000_000);
/**
 * "1,000" and "1.000" mean different sums to different people. So only digits are accepted, and at most cents after a
 * point.
 */
const AMOUNT = /^\$? ?(\d{1,7}(?:\.\d{1,2})?)(?: ?(?:\$|usd))?$/i;

export const budget = defineCommand({
  verb: "budget",
  usage,
  where: "checkpoint",
  summary: "Set the project's hard limit in US dollars.",
  effect: "The thresholds are armed again for the new limit, and the project goes on.",
  example: "/factory budget 40",
  parse: ({ text }) => {
    const usd = BudgetUsd.safeParse(Number(AMOUNT.exec(text.trim())?.[1]));
    if (usd.success) return accept({ usd: usd.data });
    return refuse(
      "amount-needed",
      `This needs one amount in US dollars, above 0 and at most 1000000, such as \`/factory budget 40\` or \`/factory budget 12.50\`: \`${usage}\`.`,
      { usage },
    );
  },
  run: (situation, { usd }, { comment }) => setProjectBudget(situation, comment.author.login, usd),
});
