import { nameTests } from "../../../domain/validation/name-tests.js";
import type { FactoryEvent } from "../../../engine/event.js";
import type { Situation } from "../../../engine/situation.js";
import { plainText } from "../../../render/plain-text.js";
import { isFinished } from "../../spec/reduce-product.js";

const ABOUT = {
  "test-regression": "tests fail that passed before",
  "test-flake": "tests failed, and passed when they were run again",
  "test-preexisting": "tests fail, as they did before",
} as const;

/** `warn-continue` warns: one comment in the task's pull request for each judgement that went on. */
export function detectTestWarnings({ state, now: at }: Situation): FactoryEvent[] {
  if (isFinished(state)) return [];
  return Object.entries(state.work).flatMap(([task, { warned }]) => {
    const issue = state.project?.tasks[task]?.pull_request ?? null;
    if (warned === undefined || issue === null) return [];
    const key = `test-warning:${warned.nonce}`;
    if (state.noted.includes(key)) return [];
    const lines = warned.troubles.map(
      ({ type, tests }) =>
        `- ${ABOUT[type]}: ${plainText(nameTests("", tests).slice(2))} (\`failure_actions.${type}\` is \`warn-continue\`)`,
    );
    const body = ["**Warning.** The work goes on; you need do nothing.", "", ...lines].join("\n");
    return [{ kind: "person-asked", at, note: { key, issue, body, answers: null } }];
  });
}
