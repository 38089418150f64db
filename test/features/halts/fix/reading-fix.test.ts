import { describe, expect, it } from "vitest";
import type { FactoryEvent } from "../../../../src/engine/event.js";
import type { ModuleWork } from "../../../../src/features/modules/module-work.js";
import type { TaskWork } from "../../../../src/features/modules/task-work.js";
import { fullTrail } from "../../../support/escalation.js";
import { HALTS } from "../../../support/halt-causes.js";
import { haltOf, modules, pullsWith, readBy, sayHere } from "../../../support/halted.js";
import { decideOn, FIRST_TASK, NOW, stateOf } from "../../../support/loop.js";

const PUSHED = "e".repeat(40);
/** The answer that lies on the state branch, uncommitted. */
const ANSWERED = 4;

/** The person's commits turn out to have brought the base and nothing else. */
function onlyTookUpTheBase(change: Partial<TaskWork>) {
  const { state, files, branch } = haltOf(change);
  const pulls = pullsWith({ head: PUSHED });
  const heard = decideOn(state, { pulls, comments: [sayHere("/factory fix The base is in.")] }, { files });
  const reading = stateOf(heard);
  const stage = reading.work[FIRST_TASK]?.stage;
  if (stage?.stage !== "reading-fix") throw new Error("the commits were to be read");
  const unchanged = { contract_changed: false, tests_changed: false, fixed: null };
  const event = { kind: "fix-read", question: stage.question, ...unchanged } as const;
  const given: FactoryEvent[] = [{ kind: "work-updated", at: NOW, task_id: FIRST_TASK, event }];
  const written = new Map([...branch, ...heard.files.map(({ path, text }) => [path, text] as const)]);
  return decideOn(reading, { pulls }, { given, files: readBy(reading, written) });
}

function twoModules(first: Partial<ModuleWork>, second: Partial<ModuleWork> = {}): ModuleWork[] {
  const [one, two] = modules(first);
  if (one === undefined || two === undefined) throw new Error("the plan has two modules");
  return [one, { ...two, ...second }];
}

const commits = ({ pending }: ReturnType<typeof decideOn>) =>
  pending.flatMap((effect) => (effect.kind === "commit-files" ? [{ key: effect.key, parent: effect.parent }] : []));

describe("a pushed fix that only took up the base", () => {
  it("is followed by the commit of the next module's specification, where that was written ahead of its turn", () => {
    const cause = HALTS["plan-level-failure"];
    const ahead = { question: ANSWERED, attempt: 1, outcome: { kind: "specified" } } as const;
    const decision = onlyTookUpTheBase({
      side_by_side: 2,
      halting: cause,
      modules: twoModules({ trail: fullTrail, step: { step: "failed", cause } }, { depends_on: [], ahead }),
    });
    expect(commits(decision)).toEqual([{ key: `work-${FIRST_TASK}-${ANSWERED}`, parent: PUSHED }]);
  });

  it("is followed by the commit that the halt interrupted", () => {
    const decision = onlyTookUpTheBase({
      halting: HALTS["branch-taken-over"],
      modules: twoModules({ step: { step: "committing", activity: "revise", question: ANSWERED, gates: ["green"] } }),
    });
    expect(commits(decision)).toEqual([{ key: `work-${FIRST_TASK}-${ANSWERED}`, parent: PUSHED }]);
  });
});
