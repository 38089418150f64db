import type { FactoryEvent } from "../../engine/event.js";
import type { Situation } from "../../engine/situation.js";
import { cutText } from "../../render/cut.js";
import { fitParts } from "../../render/fit.js";
import { plainLine, quotingWithin } from "../../render/plain-text.js";
import type { Contest } from "../modules/module-work.js";
import { isFinished } from "../spec/reduce-product.js";

/** The most contests that a module keeps, newest last. */
const MOST = 10;
const LONGEST = 2_000;

/** Keeps what the answer to a question said against gates. */
export function withContests(
  before: readonly Contest[] | undefined,
  question: number,
  contested: readonly Omit<Contest, "question">[] = [],
): { readonly contested?: Contest[] } {
  const all = [...(before ?? []), ...contested.map((contest) => ({ question, ...contest }))];
  return all.length === 0 ? {} : { contested: all.slice(-MOST) };
}

/** Posts in the task's pull request what a role says against its gates, once for each answer. It decides nothing. */
export function detectContests({ state, now: at }: Situation): FactoryEvent[] {
  if (isFinished(state)) return [];
  return Object.entries(state.work).flatMap(([taskId, { modules }]) => {
    const issue = state.project?.tasks[taskId]?.pull_request ?? null;
    if (issue === null) return [];
    return modules.flatMap(({ module_ref, contested = [] }) =>
      [...new Set(contested.map(({ question }) => question))].flatMap((question): FactoryEvent[] => {
        const key = `contested:${taskId}:${question}`;
        if (state.noted.includes(key)) return [];
        const body = contestNote(
          module_ref,
          contested.filter((contest) => contest.question === question),
        );
        return [{ kind: "person-asked", at, note: { key, issue, body, answers: null } }];
      }),
    );
  });
}

function contestNote(module: string, contests: readonly Contest[]): string {
  const head = [
    `**The Proposer says that ${contests.length === 1 ? "a gate is" : "gates are"} wrong about ${module}.** No gate is green because of it, and the work goes on.`,
    "",
    "If it is right, the gate needs a change of `.factory/config.yml`, or a report to whoever runs the factory.",
  ].join("\n");
  return fitParts(
    head,
    contests.map(({ validator, finding, why }) => ({
      text: [
        `**${plainLine(validator)}** found:`,
        "",
        quotingWithin(finding, LONGEST, cutText),
        "",
        "The Proposer:",
        "",
        quotingWithin(why, LONGEST, cutText),
      ].join("\n"),
      whenLeftOut: `_What it says about ${plainLine(validator)} did not fit._`,
    })),
  );
}
