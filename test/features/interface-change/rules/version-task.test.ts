import { describe, expect, it } from "vitest";
import { fingerprint } from "../../../../src/domain/contract/fingerprint.js";
import { assignModuleIds } from "../../../../src/domain/plan/assign-module-ids.js";
import { validatePlan } from "../../../../src/domain/plan/validate-plan.js";
import { planOfAgreed, reverifiedContract } from "../../../../src/features/interface-change/rules/agreed-plan.js";
import { applyDelta } from "../../../../src/features/interface-change/rules/apply-delta.js";
import { affectedBy } from "../../../../src/features/interface-change/rules/assessment.js";
import { ContractDelta } from "../../../../src/features/interface-change/rules/contract-delta.js";
import { deltaBetween } from "../../../../src/features/interface-change/rules/delta-between.js";
import {
  anchorOf,
  placeTasks,
  placeVersion,
  versionTaskFile,
} from "../../../../src/features/interface-change/rules/version-task.js";
import { anEntry } from "../../../support/code-index.js";
import { aContract } from "../../../support/contract.js";
import { aProject, t } from "../../../support/project-state.js";
import { taskFile } from "../../../support/task-file.js";

const shipped = aContract();
const delta = ContractDelta.parse({
  added_outputs: [{ name: "parts", type: "string[]", invariants: [] }],
  removed_inputs: ["locale"],
});
const candidate = applyDelta(shipped, delta, "UNKNOWN");
if (!candidate.ok) throw new Error(candidate.refusal.message);
const agreed = candidate.value.contract;

const project = aProject({
  maker: { is: "SHIPPED", module_refs: ["MM-0001@1.0.0"] },
  asking: { is: "HALTED", after: ["maker"], priority: 3 },
  other: { after: ["maker"] },
  done: { is: "SHIPPED", after: ["maker"], module_refs: ["MM-0005@1.0.0"] },
});

describe("the task that builds an agreed version", () => {
  it("joins the story its module came from, goes before what waits for it, and rests on what it replaces", () => {
    const placed = placeVersion(project.tasks, {
      version: "MM-0001@2.0.0",
      waiting: t("asking"),
      replaces: "MM-0001@1.0.0",
    });
    expect(placed).toMatchObject({
      ok: true,
      value: [{ task: "Build MM-0001@2.0.0", depends_on: [t("maker")], priority: 2, spec_task_id: null }],
    });
    const [task] = placed.ok ? placed.value : [];
    expect(Object.keys(project.tasks)).not.toContain(task?.task_id);
    expect(task?.path).toContain(`build-mm-0001-2-0-0/${task?.task_id}.md`);
  });

  it("is a sibling of the requesting task when its module came from elsewhere", () => {
    expect(anchorOf(project.tasks, "MM-0009@1.0.0", t("asking"))).toBe(t("asking"));
    expect(anchorOf(project.tasks, "MM-0001@1.0.0", t("asking"))).toBe(t("maker"));
  });

  it("never shares an id with another one that is added with it", () => {
    const place = { name: "Verify", anchor: t("maker"), depends_on: [], priority: 0 };
    const placed = placeTasks(project.tasks, [place, place]);
    const ids = placed.ok ? placed.value.map(({ task_id, path }) => `${task_id} ${path}`) : [];
    expect(new Set(ids).size).toBe(2);
  });

  it("describes its work difference by difference", () => {
    const file = versionTaskFile(taskFile(), t("new"), { shipped, agreed, reason: "Parts are needed." });
    expect(file).toMatchObject({
      ok: true,
      value: {
        name: "Build MM-0001@2.0.0",
        description: expect.stringContaining("Parts are needed."),
        acceptance_criteria: [
          'Returns its result without the input "locale".',
          'Returns the output "parts" of the agreed contract.',
          "Keeps everything else of MM-0001@1.0.0 as it was.",
        ],
      },
    });
  });

  it("has a plan that is valid as it is, and the version that was agreed", () => {
    const entries = [anEntry({ module_id: "MM-0001" }), anEntry({ module_id: "MM-0002", version: "1.2.0" })];
    const draft = planOfAgreed(agreed, "MM-0001@1.0.0", entries);
    const report = validatePlan(draft, {
      entries,
      similarities: [],
      nearDuplicateFrom: 1,
      sharedPaths: [],
      ignorePatterns: [],
      whyClosed: () => undefined,
      shippedExports: new Map(),
    });
    expect(report).toMatchObject({ valid: true });
    const { plan, nextNumber } = assignModuleIds(draft, {
      microPlanId: "MP-00000001",
      parentTaskRef: "T@1.0.0",
      nextNumber: 7,
      approvedVersions: new Map([["MM-0001@1.0.0", "2.0.0"]]),
    });
    expect(plan.modules).toMatchObject([
      {
        module_id: "MM-0001",
        module_version: "2.0.0",
        depends_on: ["MM-0002@1.2.0"],
        files: agreed.files.map(() => ({ action: "MODIFY" })),
      },
    ]);
    expect(nextNumber).toBe(7);
  });
});

describe("a module that rests on what changed", () => {
  const consumer = aContract({ module_id: "MM-0005", dependencies: [{ ref: "MM-0001@^1.0.0", why: "tags" }] });

  it("promises the same in its next patch, on top of the new version", () => {
    const next = reverifiedContract(consumer, "MM-0001@2.0.0");
    expect(next.module_version).toBe("1.0.1");
    expect(next.dependencies).toEqual([{ ref: "MM-0001@^2.0.0", why: "tags" }]);
    expect(fingerprint(next)).toBe(fingerprint(consumer));
  });

  it("is affected if it is active and declares it; so are open tasks that rest on its maker, but not who asks", () => {
    const entries = [
      anEntry({ module_id: "MM-0005", dependencies: ["MM-0001@^1.0.0"] }),
      anEntry({ module_id: "MM-0006", dependencies: ["MM-0002@^1.0.0"] }),
      anEntry({ module_id: "MM-0007", dependencies: ["MM-0001@^1.0.0"], status: "DEPRECATED", notes: "Gone." }),
    ];
    expect(affectedBy("MM-0001@1.0.0", t("asking"), { entries, tasks: project.tasks })).toEqual({
      modules: ["MM-0005@1.0.0"],
      tasks: [t("other")],
    });
  });
});

describe("the delta between two interfaces", () => {
  it("leads from one to the other", () => {
    const between = deltaBetween(shipped, agreed);
    expect(between).toEqual(delta);
    const again = between === null ? undefined : applyDelta(shipped, between, "UNKNOWN");
    expect(again?.ok && fingerprint(again.value.contract)).toBe(fingerprint(agreed));
  });

  it("is none between equals", () => {
    expect(deltaBetween(shipped, aContract())).toBeNull();
  });
});
