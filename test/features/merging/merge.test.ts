import { describe, expect, it } from "vitest";
import { GateReport, type ValidatorResult } from "../../../src/domain/gates/gate-report.js";
import { lockPlan } from "../../../src/domain/plan/lock.js";
import type { Decision } from "../../../src/engine/decide.js";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import type { Observed, ObservedPull } from "../../../src/engine/observation.js";
import { observationQuery } from "../../../src/engine/observation-query.js";
import { requiredStateFiles } from "../../../src/engine/state-files.js";
import { gateReportPath } from "../../../src/features/modules/artifacts/artifact-paths.js";
import type { TaskWork } from "../../../src/features/modules/task-work.js";
import { writeYaml } from "../../../src/yaml/yaml.js";
import { aConfig } from "../../support/config.js";
import { gateReport, gateRequest } from "../../support/gate-report.js";
import { projectFiles, sayHere } from "../../support/halted.js";
import { decideOn, FIRST_TASK, kinds, mergedSpec, planning, stateOf, TASK_PULL, taskPull } from "../../support/loop.js";
import { aPlan, planFile } from "../../support/micro-plan.js";
import { comment, HEAD } from "../../support/observed.js";
import { gates, planned, sha } from "../../support/task-work.js";

const JUDGED = sha("a");
const OTHER = sha("b");
const awaited = gates("INTEGRITY");
const work: TaskWork = {
  ...planned({ id: "MM-0001", reused: true }),
  plan: lockPlan(aPlan()),
  head: taskPull.head,
  stage: { stage: "merging", head: taskPull.head, base: HEAD, gates: awaited },
};
const merging: FactoryState = { ...planning, work: { [FIRST_TASK]: work } };

const PARTS = ["judge", "execute"] as const;

const passed = (code: ValidatorResult["code"]): ValidatorResult => ({
  code,
  gate: 3,
  status: "PASSED",
  message: "found nothing",
  details: {},
  duration_ms: 1,
  fix: "",
  places: [],
});

function reportOf(part: "judge" | "execute", merged_tree: string | undefined): GateReport {
  const request = gateRequest({ part, run_type: "INTEGRITY", nonce: awaited.nonces[part], module: null });
  if (part === "judge") return gateReport(request, {});
  const validators = [passed("FULL_REGRESSION_PASS"), passed("PRODUCTION_BUILD_PASS")];
  const suite = [{ name: "test/product.test.js > works", status: "passed" as const }];
  return gateReport(request, { validators, suite, ...(merged_tree === undefined ? {} : { merged_tree }) });
}

function filesWith(merged_tree: string | undefined): ReadonlyMap<string, string> {
  return new Map(
    PARTS.map((part) => [
      gateReportPath(FIRST_TASK, awaited.nonces[part]),
      writeYaml(reportOf(part, merged_tree), GateReport),
    ]),
  );
}

const merged = (changes: Partial<ObservedPull> = {}): ObservedPull => ({
  ...taskPull,
  state: "merged",
  mergeSha: sha("f"),
  mergeTree: JUDGED,
  mergedOnto: HEAD,
  closedBy: "factory[bot]",
  ...changes,
});

/** The head that "Update branch" makes of the judged one and its base. */
const updated = (changes: Partial<ObservedPull> = {}): ObservedPull => ({
  ...taskPull,
  head: sha("e"),
  headTree: JUDGED,
  headParents: [taskPull.head, HEAD],
  headAuthor: "bob",
  key: null,
  ...changes,
});
const onceUpdated = (pull: ObservedPull, from: FactoryState = merging, seen: Partial<Observed> = {}) =>
  decideOn(from, { pulls: [mergedSpec, pull], ...seen }, { files: filesWith(JUDGED) });

const onceMerged = (pull: ObservedPull, tree: string | undefined = JUDGED) =>
  decideOn(merging, { pulls: [mergedSpec, pull] }, { files: filesWith(tree) });
const taskOf = ({ state }: { state: FactoryState | null }) => state?.project?.tasks[FIRST_TASK];

describe("the merge of a task", () => {
  it("is made by the methods that the configuration prefers", () => {
    const seen = { pulls: [mergedSpec, { ...taskPull, mergeable: "yes" }] } as const;
    const config = aConfig({ merge_methods: ["rebase", "merge"] });
    const files = new Map([...filesWith(JUDGED), planFile(FIRST_TASK, aPlan())]);
    const { pending } = decideOn(merging, seen, { files, config });
    expect(pending).toContainEqual(
      expect.objectContaining({ kind: "merge-pull-request", head: taskPull.head, methods: ["rebase", "merge"] }),
    );
  });

  it("waits for an update if the rules require an up-to-date branch, and requests it", () => {
    const behind = { ...taskPull, isBehind: true, mergeBlockedBy: "its branch is behind its base" };
    const { pending } = decideOn(merging, { pulls: [mergedSpec, behind] }, { files: filesWith(JUDGED) });
    expect(pending).toContainEqual(
      expect.objectContaining({ kind: "update-branch", number: TASK_PULL, head: taskPull.head }),
    );
    expect(pending.map(({ kind }) => kind)).not.toContain("merge-pull-request");
  });

  it("waits if it is behind and gate 3 named no tree, because our own update could not be proved", () => {
    const behind = { ...taskPull, isBehind: true, mergeBlockedBy: "its branch is behind its base" };
    const { pending, state } = decideOn(merging, { pulls: [mergedSpec, behind] }, { files: filesWith(undefined) });
    expect(pending.map(({ kind }) => kind)).not.toContain("update-branch");
    expect(pending.map(({ kind }) => kind)).not.toContain("merge-pull-request");
    expect(taskOf({ state })?.status).toBe("IN_PROGRESS");
  });

  const owedMerge = (files: ReadonlyMap<string, string>) =>
    decideOn(merging, { pulls: [mergedSpec, taskPull] }, { files }).pending.find(
      ({ kind }) => kind === "merge-pull-request",
    );

  it("may have the plan's and the App's changes, and no others", () => {
    const [path, text] = planFile(FIRST_TASK, aPlan({ tag: [] }));
    const files = new Map([...filesWith(JUDGED), [path, text]]);
    expect(owedMerge(files)).toMatchObject({
      scope: {
        paths: [expect.stringContaining(FIRST_TASK), "src/tag.ts", "test/tag.test.ts"],
        exactly: [],
        folders: [".factory/modules/MM-0001/1.0.0/", ".factory/code-index/"],
      },
    });
  });

  it("is not pending for a plan that was edited after it was locked: the file is named instead", () => {
    const [path, text] = planFile(FIRST_TASK, aPlan({ tag: [], label: [] }));
    const files = new Map([...filesWith(JUDGED), [path, text]]);
    expect(() => owedMerge(files)).toThrow(`${path}: the micro plan MP-`);
  });

  it("is not pending before its plan was read", () => {
    expect(owedMerge(filesWith(JUDGED))).toBeUndefined();
    expect(requiredStateFiles(merging)).toContain(planFile(FIRST_TASK, aPlan())[0]);
  });

  it("ships the task when its tree is the one that was judged", () => {
    expect(taskOf(onceMerged(merged()))).toMatchObject({ status: "SHIPPED", merge_sha: sha("f") });
  });

  it("halts, and does not count as shipped, when its tree is another one", () => {
    const decision = onceMerged(merged({ mergeTree: OTHER }));
    expect(taskOf(decision)?.status).toBe("HALTED");
    expect(decision.state?.work[FIRST_TASK]?.stage).toMatchObject({
      cause: { kind: "merge-tree-mismatch", judged_tree: JUDGED, merged_tree: OTHER, merge_sha: sha("f") },
    });
  });

  it("stays halted until a person has decided, and is kept by an override", () => {
    const halted = onceMerged(merged({ mergeTree: OTHER }));
    const seen = { pulls: [mergedSpec, merged({ mergeTree: OTHER })] };
    const files = new Map([...filesWith(JUDGED), ...halted.files.map(({ path, text }) => [path, text] as const)]);
    expect(taskOf(decideOn(halted.state, seen, { files }))?.status).toBe("HALTED");
    const override = comment({
      id: 90,
      issue: TASK_PULL,
      body: "/factory override I have read it, and it is harmless.",
      createdAt: "2026-03-01T14:00:00Z",
    });
    const kept = decideOn(halted.state, { ...seen, comments: [override] }, { files });
    expect(taskOf(kept)?.status).toBe("SHIPPED");
    expect(kept.events).toContainEqual(
      expect.objectContaining({
        event: expect.objectContaining({ rationale: expect.stringContaining("was kept by") }),
      }),
    );
  });

  describe("with another tree", () => {
    const halted = onceMerged(merged({ mergeTree: OTHER }));
    const pulls = [mergedSpec, merged({ mergeTree: OTHER })];
    const written = [...projectFiles, ...halted.files].map(({ path, text }) => [path, text] as const);
    const files = new Map([...filesWith(JUDGED), ...written]);
    const hear = (body: string) => decideOn(halted.state, { pulls, comments: [sayHere(body)] }, { files });
    const yaml = (verb: string, text: string) => `/factory ${verb}\n\n\`\`\`yaml\n${text}\n\`\`\``;
    const words = (decision: Decision, of: string) =>
      decision.pending.flatMap((effect) => (effect.kind === "say" && effect.key.startsWith(of) ? [effect.body] : []));

    it.each([
      ["retry", "/factory retry"],
      [
        "amend-spec",
        yaml(
          "amend-spec",
          "amended_acceptance_criteria: [Returns rows., Rejects junk.]\namendment_rationale: It was open.",
        ),
      ],
      [
        "revise-plan",
        yaml("revise-plan", "revised_micro_plan:\n  - {module_id: parser, description: Parses., depends_on: []}"),
      ],
      [
        "split",
        yaml(
          "split",
          "new_tasks:\n  - {name: Read, description: Reads., acceptance_criteria: [Reads., Rejects.], depends_on: []}\n  - {name: Print, description: Prints., acceptance_criteria: [Prints., Ends.], depends_on: []}",
        ),
      ],
      ["fix, written out", yaml("fix", "fix_description: Off by one.\nfix_artifacts:\n  src/tag.ts: 'x'")],
      ["fix, pushed", "/factory fix Off by one."],
      ["abandon", "/factory abandon Nobody needs it."],
    ])("is merged, whatever is said: %s is refused, and told what can be done", (_how, body) => {
      const decision = hear(body);
      expect(taskOf(decision)?.status).toBe("HALTED");
      expect(decision.state?.work).toEqual(halted.state?.work);
      expect(words(decision, "answer:6")).toEqual([
        expect.stringContaining(
          `It is merged: \`/factory override\` keeps it; to take it back, override and then \`/factory undo ${FIRST_TASK}\`.`,
        ),
      ]);
    });

    it("is merged, whatever is pressed", () => {
      const by = { login: "ada", type: "User", role: "write" } as const;
      const at = "2026-03-01T13:30:00Z";
      for (const button of ["retry", "rerun"] as const) {
        const given = [{ kind: "button-pressed", at, button, by, check: 900, head: taskPull.head } as const];
        const decision = decideOn(halted.state, { pulls: pulls.slice(1) }, { given, files });
        expect(taskOf(decision)?.status).toBe("HALTED");
        expect(words(decision, "button:")[0]).toContain("It is merged: `/factory override` keeps it");
      }
    });

    it("has a card that offers nothing but the override, and says how it is taken back", () => {
      const [card = ""] = words(decideOn(halted.state, { pulls }, { files }), "card:");
      expect(card).toContain("override it and then undo it");
      expect(new Set(card.match(/\/factory [a-z-]+/g))).toEqual(new Set(["/factory override"]));
    });

    it("is not undone before a person has decided to keep it, and is after that", () => {
      const undo = `/factory undo ${FIRST_TASK}`;
      const [early] = words(hear(undo), "answer:6");
      expect(early).toContain("it is merged, and nobody has decided about it yet: say `/factory override` first");
      const kept = hear("/factory override I have read it.");
      expect(words(kept, "answer:6")[0]).toContain(`${FIRST_TASK} is kept as it was merged`);
      const after = decideOn(stateOf(kept), { pulls, comments: [sayHere(undo, { id: 61 })] }, { files });
      expect(kinds(after)).toContain("undo-ordered");
    });
  });

  it("may have another tree behind others in a merge queue, and then says nothing about the baseline", () => {
    const queued = { byQueue: true, mergeTree: OTHER, mergedOnto: sha("c") };
    const decision = onceMerged(merged(queued));
    expect(taskOf(decision)?.status).toBe("SHIPPED");
    expect(decision.events.map(({ kind }) => kind)).not.toContain("baseline-ratcheted");
    expect(taskOf(onceMerged(merged({ ...queued, mergedOnto: HEAD })))?.status).toBe("HALTED");
  });

  it("is accepted if the gates do not name the tree yet", () => {
    const files = filesWith(undefined);
    expect(taskOf(decideOn(merging, { pulls: [mergedSpec, merged()] }, { files }))?.status).toBe("SHIPPED");
  });
});

describe("a complete branch that takes up its base, whoever pressed the button", () => {
  const stageOf = ({ state }: { state: FactoryState | null }) => state?.work[FIRST_TASK]?.stage;
  const halted = { stage: "halted", cause: { kind: "branch-taken-over", what: "pushed" } };

  it("is judged again at its new head when that holds what was judged", () => {
    expect(stageOf(onceUpdated(updated()))).toMatchObject({ stage: "integrating", head: sha("e"), base: HEAD });
  });

  it("may then hold manifest and lock file as they were joined with the base's", () => {
    const committed = [{ path: "package.json", blob: sha("5") }];
    const packages = { declared: [], agreed: [], scripts_agreed: false, run: null, committed };
    const withPackages: FactoryState = { ...merging, work: { [FIRST_TASK]: { ...work, packages } } };
    const joined = onceUpdated(updated(), withPackages).state?.work[FIRST_TASK];
    expect(joined?.packages).toMatchObject({ committed, joined: true });
    const stage = { stage: "merging", head: sha("e"), base: HEAD, gates: awaited } as const;
    const judged: FactoryState = { ...merging, work: { [FIRST_TASK]: { ...work, ...joined, stage } } };
    const files = new Map([...filesWith(JUDGED), planFile(FIRST_TASK, aPlan())]);
    const { pending } = decideOn(judged, { pulls: [mergedSpec, updated({ mergeable: "yes" })] }, { files });
    expect(pending.find(({ kind }) => kind === "merge-pull-request")).toMatchObject({
      head: sha("e"),
      scope: { paths: expect.arrayContaining(["package.json"]), exactly: [] },
    });
  });

  it.each([
    ["holds something else than was judged", { headTree: OTHER }],
    ["follows another commit than ours", { headParents: [sha("c"), HEAD] }],
    ["joins something that is not the base", { headParents: [taskPull.head, sha("c")] }],
    ["joins more than the two", { headParents: [taskPull.head, HEAD, sha("c")] }],
    ["is a commit on top of ours", { headParents: [taskPull.head] }],
  ])("is taken over when its new head %s", (_what, change) => {
    expect(stageOf(onceUpdated(updated(change)))).toMatchObject(halted);
  });

  const integrating: FactoryState = {
    ...merging,
    work: {
      [FIRST_TASK]: { ...work, stage: { stage: "integrating", head: taskPull.head, base: HEAD, gates: awaited } },
    },
  };

  const greenRuns = PARTS.map((part) => ({
    nonce: awaited.nonces[part],
    runId: 1,
    url: "/run",
    state: "reported" as const,
    report: reportOf(part, JUDGED),
  }));

  it("waits for the verdict about that base before anybody says whose head it is", () => {
    expect(stageOf(onceUpdated(updated({ headTree: OTHER }), integrating))).toMatchObject({ stage: "integrating" });
  });

  it.each([
    ["is judged there", JUDGED, { stage: "integrating", head: sha("e") }],
    ["is taken over", OTHER, halted],
  ])("%s once the verdict is written down, as its tree is", (_what, headTree, then) => {
    const seen = { pulls: [mergedSpec, updated({ headTree })], gateRuns: greenRuns };
    const concluded = decideOn(integrating, seen);
    expect(stageOf(concluded)).toMatchObject({ stage: "merging", head: taskPull.head });
    expect(stageOf(onceUpdated(updated({ headTree }), stateOf(concluded)))).toMatchObject(then);
  });

  it("is judged on the base that it took up, though that moves on once more before the gates have ended", () => {
    const [taken, later] = [sha("c"), sha("d")];
    const pulls = [mergedSpec, updated({ headParents: [taskPull.head, taken] })];
    const pinned = decideOn(integrating, { pulls, defaultHead: taken });
    expect(stageOf(pinned)).toMatchObject({ stage: "integrating", head: taskPull.head, base: taken });
    const awaitedThere = { ...awaited, base_sha: taken };
    const runs: FactoryState = {
      ...stateOf(pinned),
      work: {
        [FIRST_TASK]: {
          ...work,
          stage: { stage: "integrating", head: taskPull.head, base: taken, gates: awaitedThere },
        },
      },
    };
    const concluded = decideOn(runs, { pulls, defaultHead: later, gateRuns: greenRuns });
    expect(stageOf(concluded)).toMatchObject({ stage: "merging", head: taskPull.head, base: taken });
    const seen = { pulls, defaultHead: later };
    expect(stageOf(decideOn(stateOf(concluded), seen, { files: filesWith(JUDGED) }))).toMatchObject({
      stage: "integrating",
      head: sha("e"),
      base: later,
    });
  });

  it.each([
    ["while gate 3 runs", integrating],
    ["before it is merged", merging],
  ])("is judged on the base that it took up, though that moved on before anybody looked, %s", (_when, from) => {
    const [taken, later] = [sha("c"), sha("d")];
    const pull = updated({ headParents: [taskPull.head, taken], joinedAfter: HEAD });
    const pinned = onceUpdated(pull, from, { defaultHead: later });
    expect(stageOf(pinned)).toMatchObject({ stage: "integrating", head: taskPull.head, base: taken });
    expect(stageOf(onceUpdated(pull, stateOf(pinned), { defaultHead: later }))).toEqual(stageOf(pinned));
  });

  it.each([
    ["while gate 3 runs", integrating],
    ["before it is merged", merging],
  ])("is taken over where it joins a commit that did not come after the judged base, %s", (_when, from) => {
    for (const joinedAfter of [null, sha("b")]) {
      const pull = updated({ headParents: [taskPull.head, sha("c")], joinedAfter });
      expect(stageOf(onceUpdated(pull, from, { defaultHead: sha("d") }))).toMatchObject(halted);
    }
  });

  it("is looked at with the base in mind that it is judged on", () => {
    const branch = `factory/${FIRST_TASK}`;
    expect(observationQuery(integrating, aConfig(), null).judgedOn).toEqual({ [branch]: HEAD });
    expect(observationQuery(merging, aConfig(), null).judgedOn).toEqual({ [branch]: HEAD });
    expect(observationQuery(planning, aConfig(), null).judgedOn).toEqual({});
  });

  it("is judged on a base that moved on first, and then at its new head", () => {
    const joined = updated({ headParents: [taskPull.head, sha("c")] });
    const decision = onceUpdated(joined, merging, { defaultHead: sha("c") });
    expect(stageOf(decision)).toMatchObject({ stage: "integrating", head: taskPull.head, base: sha("c") });
  });
});
