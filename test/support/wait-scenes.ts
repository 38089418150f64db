/** One situation for every wait, with the expected wait. */
import { deprecationBranch, undoBranch } from "../../src/engine/branches.js";
import type { FactoryState } from "../../src/engine/factory-state.js";
import type { Observed } from "../../src/engine/observation.js";
import type { Wait } from "../../src/engine/wait.js";
import { waitsOf } from "../../src/engine/waits.js";
import type { CheckpointTrigger } from "../../src/features/checkpoints/checkpoint.js";
import type { DeprecationState } from "../../src/features/deprecation/deprecation-state.js";
import type { ChangeStage } from "../../src/features/interface-change/rules/interface-change.js";
import { NEW_WORK } from "../../src/features/modules/task-work.js";
import { releaseKey } from "../../src/features/release/release-proposal.js";
import type { ReleaseState } from "../../src/features/release/rules/release-state.js";
import type { UndoState } from "../../src/features/undo/rules/undo-state.js";
import { SCENES, type Scene } from "./decision-scenes.js";
import { approved, specPull, taskPull } from "./loop.js";
import { HEAD, pull } from "./observed.js";
import { aProject, t } from "./project-state.js";
import { NOW, RELEASE, RELEASE_ID, situation } from "./release.js";
import { gates } from "./task-work.js";

type Seen = Partial<Observed>;

const DIGEST = "d".repeat(64);

/** The first wait of a situation with these changes. */
export const sceneWait = (
  scene: keyof typeof SCENES,
  seen: Seen = {},
  state: Partial<FactoryState> = {},
): Wait | undefined => {
  const { files, ...given }: Scene = SCENES[scene];
  return waitsOf(situation({ ...given.state, ...state }, { ...given.seen, ...seen }, { files }))[0];
};
export const wait = (state: Partial<FactoryState>, seen: Seen = {}): Wait | undefined =>
  waitsOf(situation(state, seen))[0];

export const approvedWait = (changes: Partial<typeof specPull>) =>
  wait(approved, { pulls: [{ ...specPull, ...changes }] });
export const product = (given: FactoryState["product"], lane: "full" | "quick" = "full") => {
  const { request } = situation().state;
  return wait({ project: null, product: given, request: { ...request, lane } });
};
export const round = { number: 1, kind: "fresh" as const, spec_blob: HEAD, feedback: [], amends: 0, started_at: NOW };
export const missing = { phase: "waiting-for-spec", why: "It is empty.", blob: null } as const;

export const merging = (changes: Partial<typeof taskPull>) => {
  const task = { ...taskPull, number: 6, ...changes };
  const stage = { stage: "merging", head: HEAD, base: HEAD, gates: gates("INTEGRITY") } as const;
  const project = aProject({ a: { is: "IN_PROGRESS", pull_request: 6 } });
  return wait({ project, work: { [t("a")]: { ...NEW_WORK, stage } } }, { pulls: [task] });
};
export const checkpoint = (trigger: CheckpointTrigger) => {
  const { state } = situation();
  const open = { number: 1, triggers: [trigger], opened_at: NOW };
  return wait({ checkpoint: { ...state.checkpoint, open } });
};
export const change = (stage: ChangeStage, decisions: readonly "DEFER"[] = []) => {
  const { state } = SCENES["an interface change"];
  const [first] = Object.entries(state.interface_changes);
  if (first === undefined) throw new Error("the scene has an interface change");
  const [id, halting] = first;
  const taken = decisions.map((decision) => ({ exception_id: id, decided_by: "ada", decided_at: NOW, decision }));
  const interface_changes = { [id]: { ...halting, stage, decisions: taken } };
  return sceneWait("an interface change", {}, { interface_changes });
};

export const release = (state: ReleaseState, changes?: Partial<typeof specPull>) => {
  const shown = { number: 9, branch: `factory/release-${RELEASE_ID}`, key: releaseKey(RELEASE.proposing) };
  return wait({ release: state }, changes === undefined ? {} : { pulls: [pull({ ...shown, ...changes })] });
};
const order = { task_id: t("a"), project_id: "demo", asked_by: "ada", issue: 3, at: NOW };
const undo: UndoState = { phase: "proposing", order, head: HEAD, digest: DIGEST, taken: [] };
export const undoing = (changes?: Partial<typeof specPull>) => {
  const branch = undoBranch("factory", order);
  const pulls = changes === undefined ? [] : [pull({ number: 9, branch, ...changes })];
  return wait({ undos: [undo] }, { pulls });
};

const deprecation: DeprecationState = {
  phase: "proposing",
  order: {
    module_ref: "MM-0001@1.0.0",
    reason: "Nobody needs it.",
    migration_note: "Do without.",
    replacement: null,
    asked_by: "ada",
    issue: 3,
    at: NOW,
  },
  digest: DIGEST,
  downstream: [],
};
export const deprecating = (changes?: Partial<typeof specPull>) => {
  const { module_ref } = deprecation.order;
  const shown = {
    number: 9,
    branch: deprecationBranch("factory", module_ref),
    key: `deprecate-${module_ref}-${DIGEST.slice(0, 16)}`,
  };
  const pulls = changes === undefined ? [] : [pull({ ...shown, ...changes })];
  return wait({ deprecations: [deprecation] }, { pulls });
};
