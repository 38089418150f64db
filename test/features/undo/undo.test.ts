import { describe, expect, it } from "vitest";
import { BASELINE_PATH } from "../../../src/domain/gates/state-paths.js";
import { TestBaseline } from "../../../src/domain/validation/baseline.js";
import { undoBranch } from "../../../src/engine/branches.js";
import { deriveEffects } from "../../../src/engine/effects/derive-effects.js";
import type { FactoryEvent } from "../../../src/engine/event.js";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import type { ObservedPull } from "../../../src/engine/observation.js";
import { observationQuery } from "../../../src/engine/observation-query.js";
import type { Situation } from "../../../src/engine/situation.js";
import { baselineFiles } from "../../../src/features/baseline/baseline-files.js";
import { ownedPlaces } from "../../../src/features/inbox/owned-places.js";
import { AnswerFiles } from "../../../src/features/modules/answer-files.js";
import { NEW_WORK } from "../../../src/features/modules/task-work.js";
import { detectRelease } from "../../../src/features/release/detect-release.js";
import { keeperOf } from "../../../src/features/seals/record-keeper.js";
import type { ProjectState } from "../../../src/features/tasks/board/project-state.js";
import { detectProject } from "../../../src/features/tasks/detect-project.js";
import { detectUndo } from "../../../src/features/undo/detect-undo.js";
import {
  type TakenBack,
  type UndoOrder,
  type UndoState,
  undoPath,
} from "../../../src/features/undo/rules/undo-state.js";
import { orderUndo } from "../../../src/features/undo/undo-command.js";
import { undoEffects } from "../../../src/features/undo/undo-proposal.js";
import { undoWaits } from "../../../src/features/undo/undo-waits.js";
import { writeYaml } from "../../../src/yaml/yaml.js";
import { loadedLine } from "../../support/attack/loaded-text.js";
import { aConfig } from "../../support/config.js";
import { label } from "../../support/loop.js";
import { aPlan, planFile } from "../../support/micro-plan.js";
import { comment, HEAD, pull } from "../../support/observed.js";
import { aProject, SHA, statusesOf, t } from "../../support/project-state.js";
import { ended, NOW, RELEASE, reduced, reportOf, seenRun, situation, suite } from "../../support/release.js";
import { releasePaths } from "../../support/release-queries.js";
import { aBaseline, results } from "../../support/test-baseline.js";

const order: UndoOrder = { task_id: t("a"), project_id: "demo", asked_by: "ada", issue: 3, at: NOW };
const takenBack = (name: string, modules: string[]): TakenBack => ({
  task_id: t(name),
  merge_sha: SHA,
  modules,
  attempt: 1,
  questions: 4,
  asked: { plan: 1 },
});
const taken = [takenBack("a", ["MM-0001@1.0.0"]), takenBack("b", ["MM-0002@1.0.0"])];
const preparing: UndoState = { phase: "preparing", order };
const proposing: UndoState = { phase: "proposing", order, head: HEAD, digest: "d".repeat(64), taken };
const BRANCH = undoBranch("factory", order);
const PATH = undoPath(t("a"));
const commit = {
  message: "factory: take back",
  files: [{ path: "README.md", text: "# It\n" }],
  deletions: ["src/a.js"],
};
const files = new Map([[PATH, writeYaml(commit, AnswerFiles)]]);

const project = aProject({
  a: { is: "SHIPPED", pull_request: 5, module_refs: ["MM-0001@1.0.0"] },
  b: { is: "SHIPPED", pull_request: 6, after: ["a"], module_refs: ["MM-0002@1.0.0"] },
  c: { is: "IN_PROGRESS", pull_request: 7, after: ["b"] },
  d: {},
});
const shown = (changes: Partial<Parameters<typeof pull>[0]> = {}) => ({
  pulls: [pull({ number: 9, branch: BRANCH, ...changes })],
});
const here = (state: Partial<FactoryState> = {}, seen: Parameters<typeof situation>[1] = {}) =>
  situation({ project, undos: [proposing], ...state }, seen, { files });

describe("/factory undo", () => {
  const said = comment({ id: 50, issue: 3, body: `/factory undo ${t("a")}` });
  const ordered = (state: Partial<FactoryState>, task = "a") => orderUndo(situation(state), t(task), said);

  it("orders the revert of a shipped task, also after the release", () => {
    for (const status of ["ACTIVE", "RELEASED"] as const) {
      expect(ordered({ project: { ...project, status } })).toMatchObject({
        ok: true,
        value: { events: [{ kind: "undo-ordered", order }] },
      });
    }
  });

  it.each<[string, Partial<FactoryState>, string, string]>([
    ["a task nobody knows", { project }, "x", "unknown-task"],
    ["one that is in work", { project }, "c", "not-shipped"],
    ["one that waits", { project }, "d", "not-shipped"],
    ["while paused", { project: { ...project, status: "PAUSED" } }, "a", "paused"],
    ["after an abort", { project: { ...project, status: "ABORTED" } }, "a", "project-ended"],
    ["in the middle of a release", { project, release: RELEASE.proposing }, "a", "release-under-way"],
  ])("refuses %s", (_, state, task, code) => {
    expect(ordered(state, task)).toMatchObject({ ok: false, refusal: { code } });
  });

  it("is under way once", () => {
    const once = reduced(ended({ project }), { kind: "undo-ordered", at: NOW, order });
    expect(once.undos).toEqual([preparing]);
    expect(() => reduced(once, { kind: "undo-ordered", at: NOW, order })).toThrow(/being taken back already/);
  });
});

describe("what an undo owes", () => {
  it("is the revert, made of the default branch as it is", () => {
    expect(undoEffects(here({ undos: [preparing] }))).toEqual([
      { kind: "prepare-undo", key: `undo-${t("a")}`, task: t("a"), head: HEAD },
    ]);
  });

  it("is a pull request with files, deletions and everything that leaves with the task", () => {
    const [effect] = undoEffects(here());
    expect(effect).toMatchObject({
      kind: "propose-files",
      branch: BRANCH,
      base: HEAD,
      files: commit.files,
      deletions: commit.deletions,
    });
    const body = effect?.kind === "propose-files" ? effect.body : "";
    for (const said of [t("a"), t("b"), "MM-0001@1.0.0", "MM-0002@1.0.0", "#3", SHA]) expect(body).toContain(said);
  });

  it("has a title by which the task's own words do nothing", () => {
    const task = {
      ...project.tasks[t("a")],
      task: "Pad for @victim [skip ci], closes #1",
    } as ProjectState["tasks"][string];
    const [effect] = undoEffects(here({ project: { ...project, tasks: { ...project.tasks, [t("a")]: task } } }));
    const title = effect?.kind === "propose-files" ? effect.title : "";
    expect(title).toMatch(/^Take back Pad for /);
    expect(loadedLine(title)).toEqual([]);
  });

  it("is nothing once it is shown: merging is a person's, and so is a no", () => {
    for (const state of ["open", "closed", "merged"] as const)
      expect(undoEffects(here({}, shown({ state })))).toEqual([]);
  });

  it("is to close it when the project was aborted", () => {
    expect(undoEffects(here({ project: { ...project, status: "ABORTED" } }, shown()))).toEqual([
      { kind: "close-pull-request", key: "close-9", number: 9 },
    ]);
  });

  it("is looked at: its branch, its commit, and what is said in it", () => {
    expect(observationQuery(here().state, aConfig(), null).branches).toContain(BRANCH);
    expect(releasePaths(here().state)).toContain(PATH);
    expect(
      ownedPlaces(here({}, { ...shown(), requests: [{ ...label, issue: here().state.request.issue }] })).get(9),
    ).toEqual({ open: [], task: null });
  });
});

describe("while a revert is open", () => {
  it("it may change what the modules that leave keep sealed, and their entries", () => {
    expect(keeperOf(here({}, shown()), [9])).toEqual({ building: ["MM-0001@1.0.0", "MM-0002@1.0.0"], index: true });
    expect(keeperOf(here({}, shown()), [10])).toEqual({ building: [], index: false });
  });

  it("nothing that rests on the task is started", () => {
    const waiting = aProject({ a: { is: "SHIPPED" }, b: { after: ["a"] } });
    const starts = (undos: UndoState[]) =>
      detectProject(situation({ project: waiting, undos })).map((event) =>
        event.kind === "project-updated" ? event.event.kind : event.kind,
      );
    expect(starts([])).toEqual(["task-started"]);
    expect(starts([proposing])).toEqual([]);
    expect(starts([{ ...proposing, order: { ...order, project_id: "another" } }])).toEqual(["task-started"]);
  });

  it("nothing that rests on the task is merged", () => {
    const gates = {
      run_type: "INTEGRITY",
      nonces: { judge: "1".repeat(32), execute: "2".repeat(32) },
      base_sha: HEAD,
      head_sha: HEAD,
      state_sha: HEAD,
      requested_at: NOW,
      lost: 0,
    } as const;
    const merging = { ...NEW_WORK, head: HEAD, stage: { stage: "merging", head: HEAD, base: HEAD, gates } } as const;
    const pulls = [pull({ number: 7, branch: `factory/${t("c")}` })];
    const merges = (undos: UndoState[]) =>
      deriveEffects(
        situation(
          { project, undos, work: { [t("c")]: merging } },
          { pulls },
          { files: new Map([...files, planFile(t("c"), aPlan())]) },
        ),
      ).filter(({ kind }) => kind === "merge-pull-request");
    expect(merges([])).toHaveLength(1);
    expect(merges([preparing])).toEqual([]);
  });

  it("nothing is released by itself, and the status says who is waited for", () => {
    const done = aProject({ a: { is: "SHIPPED" } });
    expect(detectRelease(situation({ project: done })).map(({ kind }) => kind)).toEqual(["release-due"]);
    expect(detectRelease(situation({ project: done, undos: [proposing] }))).toEqual([]);
    expect(undoWaits(here())[0]?.for).toContain("to be proposed");
    expect(undoWaits(here({}, shown()))[0]?.for).toContain("you to merge or close #9");
    expect(undoWaits(here({}, shown({ mergeable: "conflicting" })))[0]?.for).toContain("Close it and say");
  });
});

describe("what comes of it", () => {
  const merged = shown({ state: "merged", mergeSha: SHA });
  const stateAfter = (state: Partial<FactoryState> = {}, seen = merged): FactoryState =>
    reduced(ended({ project, undos: [proposing], ...state }), ...detectUndo(here(state, seen)));

  it("a closed pull request is a no, and is said", () => {
    const state = stateAfter({}, shown({ state: "closed", closedBy: "bob" }));
    expect(state.undos).toEqual([]);
    expect(state.inbox.pending.map(({ body }) => body).join()).toContain(
      "#9, which would have reverted it, was closed by bob",
    );
    expect(state.project).toEqual(project);
  });

  it("a merged one halts the task and sets back what was built on it, whatever it was doing", () => {
    const working = { ...NEW_WORK, questions: 7, stage: { stage: "building" } } as const;
    const state = stateAfter({ work: { [t("c")]: working } });
    expect(statusesOf(state.project ?? project)).toEqual({ a: "HALTED", b: "BLOCKED", c: "BLOCKED", d: "PENDING" });
    expect(state.work[t("a")]).toMatchObject({
      questions: 4,
      stage: { stage: "halted", cause: { kind: "taken-back" } },
    });
    expect(state.work[t("b")]).toMatchObject({ attempt: 1, questions: 4, asked: { plan: 1 } });
    expect(state.work[t("c")]).toMatchObject({ questions: 7, stage: { stage: "opening" }, modules: [] });
    expect(state.noted).toContain("closed:9");
    const [note] = state.inbox.pending;
    expect(note?.body).toContain(`To be done again after it: ${t("c")}, ${t("b")}`);
  });

  it("closes what was under way on top of it, says why, and looks until it is closed", () => {
    const state = stateAfter();
    const branch = `factory/${t("c")}`;
    const left = [{ task_id: t("c"), number: 7, branch }];
    expect(state.undos).toEqual([{ phase: "settling", order, left, asked_in: 9 }]);
    expect(observationQuery(state, aConfig(), null).branches).toContain(branch);
    const settling = (pullState: "open" | "closed") => {
      const seen = { pulls: [pull({ number: 7, branch, state: pullState })] };
      return situation({ project: state.project, undos: [{ phase: "settling", order, left }] }, seen);
    };
    expect(undoEffects(settling("open"))).toMatchObject([
      { kind: "say", issue: 7, body: expect.stringContaining("was taken back") },
      { kind: "close-pull-request", number: 7 },
    ]);
    expect(detectUndo(settling("open"))).toEqual([]);
    expect(undoEffects(settling("closed"))).toEqual([]);
    expect(detectUndo(settling("closed"))).toEqual([{ kind: "undo-settled", at: NOW, task_id: t("a") }]);
    expect(reduced(state, { kind: "undo-settled", at: NOW, task_id: t("a") }).undos).toEqual([]);
    expect(detectProject(settling("open"))).toEqual([]);
  });

  it("asks whoever asked for the product on the merged revert itself, until the halt it made is resolved", () => {
    const state = stateAfter();
    const branch = undoBranch("factory", order);
    expect(observationQuery(state, aConfig(), null).branches).toContain(branch);
    const asked = { labels: ["factory:task", "factory:halted"], assignees: ["ada"] };
    const seen = (marks: Partial<Pick<ObservedPull, "labels" | "assignees">>, now = state) =>
      situation(now, {
        pulls: [
          pull({ number: 9, branch, state: "merged", ...marks }),
          pull({ number: 7, branch: `factory/${t("c")}`, state: "closed" }),
        ],
      });
    const marks = (now: Situation) => deriveEffects(now).filter(({ kind }) => kind === "keep-marks");
    expect(marks(seen({}))).toMatchObject([{ issue: 9, labels: asked.labels, assign: ["ada"], unassign: [] }]);
    expect(marks(seen(asked))).toEqual([]);
    expect(detectUndo(seen(asked))).toEqual([]);

    const { escalation_ref = null } = state.project?.tasks[t("a")] ?? {};
    const retry = { action: "RETRY_TASK" } as const;
    const event = { at: NOW, task_id: t("a"), escalation_ref, resolution: retry, identities: [], by: "ada" };
    const resolved = reduced(state, {
      kind: "project-updated",
      at: NOW,
      event: { kind: "escalation-resolved", ...event },
    });
    expect(marks(seen(asked, resolved))).toMatchObject([{ labels: ["factory:task"], assign: [], unassign: ["ada"] }]);
    expect(detectUndo(seen(asked, resolved))).toEqual([]);
    const settled = detectUndo(seen({ labels: ["factory:task"] }, resolved));
    expect(settled).toEqual([{ kind: "undo-settled", at: NOW, task_id: t("a") }]);
  });

  it("has nothing more to do where the task was taken back along with what it was built on", () => {
    const along = { ...order, task_id: t("b") };
    const own = {
      phase: "proposing",
      order: along,
      head: HEAD,
      digest: "d".repeat(64),
      taken: taken.slice(1),
    } as const;
    const { project: after } = stateAfter();
    expect(after?.tasks[t("b")]?.status).toBe("BLOCKED");
    const seen = (state: "open" | "closed" | "merged") =>
      here(
        { project: after, undos: [own] },
        { pulls: [pull({ number: 11, branch: undoBranch("factory", along), state })] },
      );
    expect(undoEffects(seen("open"))).toEqual([{ kind: "close-pull-request", key: "close-11", number: 11 }]);
    expect(detectUndo(seen("open"))).toEqual([]);
    const words = `${t("b")} was taken back along with what it was built on, and #11 has nothing more to revert`;
    for (const state of ["closed", "merged"] as const)
      expect(detectUndo(seen(state))).toMatchObject([
        { task_id: t("b"), note: { body: expect.stringContaining(words) } },
      ]);
    const unshown = here({ project: after, undos: [own] });
    expect(undoEffects(unshown)).toEqual([]);
    expect(detectUndo(unshown)).toMatchObject([{ kind: "undo-refused", task_id: t("b") }]);
  });

  it("tells of a task that a person merged after the revert was made", () => {
    const late = { ...project, tasks: { ...project.tasks, ...aProject({ e: { is: "SHIPPED", after: ["a"] } }).tasks } };
    const [note] = stateAfter({ project: { ...late, tasks: renumbered(late.tasks) } }).inbox.pending;
    expect(note?.body).toContain(`${t("e")} shipped after the revert was made`);
  });

  it("reopens nothing in a project that has ended, or is another one by now", () => {
    const released = { ...project, status: "RELEASED" } as const;
    expect(stateAfter({ project: released }).project).toEqual(released);
    expect(stateAfter({ project: null }).inbox.pending[0]?.body).toContain("Its product has ended");
  });

  it("has the suite run again, and forgets the tests that are gone and nothing else", () => {
    const awaited = { phase: "awaited", run: suite, lost: 0, keeps: true } as const;
    expect(stateAfter().baseline).toEqual({ phase: "due", lost: 0, keeps: true });
    const steps: FactoryEvent[] = [
      { kind: "baseline-requested", at: NOW, run: suite },
      { kind: "baseline-lost", at: NOW, why: "gone" },
      { kind: "baseline-requested", at: NOW, run: suite },
    ];
    const asked = reduced(stateAfter(), ...steps);
    expect(asked.baseline).toEqual({ ...awaited, lost: 1 });
    expect(releasePaths(asked)).toContain(BASELINE_PATH);
    const report = reportOf(suite, { suite: results({ kept: "passed", broken: "failed" }) });
    const stored = { ...aBaseline(), passing: ["broken", "gone", "kept"], known_failures: [] };
    const now = situation(
      { baseline: awaited },
      { gateRuns: [seenRun(suite, report)] },
      {
        files: new Map([[BASELINE_PATH, writeYaml(stored, TestBaseline)]]),
      },
    );
    const [file] = baselineFiles(now, { kind: "baseline-taken", at: NOW, sha: HEAD });
    expect(file?.text).toContain("broken");
    expect(file?.text).toContain("kept");
    expect(file?.text).not.toContain("gone");
  });
});

/** Every task has a place of its own in the order. */
function renumbered(tasks: ProjectState["tasks"]): ProjectState["tasks"] {
  return Object.fromEntries(
    Object.entries(tasks).map(([id, task], index) => [id, { ...task, declaration_order: index }]),
  );
}
