import type { UnshownValues } from "../../domain/debate/unshown-values.js";
import { cutLine } from "../../render/cut.js";

const MOST_CRITERIA = 30;
const MOST_VALUES = 20;
const VALUE = 120;
const CRITERION = 300;

export function isAllShown({ criteria, task }: UnshownValues): boolean {
  return criteria.length + task.length === 0;
}

/** What a program did not find. A value may be shown in other words, so whoever reads this decides. */
export function renderUnshown({ criteria, task }: UnshownValues): string {
  const more = criteria.length - MOST_CRITERIA;
  return [
    "A program looked for these word for word. One may be shown in other words, or be no value at all.",
    ...criteria
      .slice(0, MOST_CRITERIA)
      .map(({ criterion, values }) => `- "${cutLine(criterion, CRITERION)}": not found in any test: ${listed(values)}`),
    ...(more > 0 ? [`and ${more} more criteria`] : []),
    ...(task.length === 0 ? [] : [`Of the rest of the task, neither in contract, examples nor tests: ${listed(task)}`]),
  ].join("\n");
}

function listed(values: readonly string[]): string {
  const more = values.length - MOST_VALUES;
  const shown = values.slice(0, MOST_VALUES).map((value) => `\`${cutLine(value, VALUE)}\``);
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join(", ");
}
