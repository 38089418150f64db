import type { Contract } from "../../domain/contract/contract.js";
import { staleness } from "../../domain/debate/verdict-binding.js";
import type { HaltCause } from "../../features/halts/escalation/causes.js";
import { changedSinceShip } from "../../features/seals/changed-since-ship.js";
import type { ModuleReading } from "../reading/read-module.js";
import type { TaskReading } from "../reading/read-task.js";
import { bindingOf } from "./open-review.js";

/** The names of a binding's parts, for people; the rest are paths. */
const WORDS: Readonly<Record<string, string>> = {
  module_ref: "the contract's id and version",
  fingerprint: "the interface in the contract",
  contract_blob: "contract.yml",
  test_blob: "the test file",
  examples_blob: "examples.md",
};

/** Files that differ from what was judged: of a module that shipped on this branch before, or of this one. */
export function staleFiles(task: TaskReading, module: ModuleReading, contract: Contract): HaltCause | undefined {
  const before = task.work.modules.filter(({ step, reused }) => step.step === "shipped" && !reused);
  const refs = before.map(({ module_ref }) => module_ref);
  const changed = changedSinceShip(task.seals, refs, task.tree.blobs);
  if (changed !== undefined) return { kind: "module-digest-mismatch", ...changed, files: [...changed.files] };
  // A person's override is about the present branch, which the gates have judged.
  if (module.work.overridden_in !== undefined) return undefined;
  const judged = module.work.trail.challenges.at(-1)?.bound_to;
  const amended = module.work.trail.adjudications.at(-1)?.decision === "APPROVE_WITH_AMENDMENTS";
  if (judged === undefined || !("manifest_blobs" in judged) || amended) return undefined;
  const changes = staleness(judged, bindingOf(task, { contract, planned: module.planned }));
  if (changes.length === 0) return undefined;
  const files = changes.map(({ what, judged: before, now }) => ({
    path: WORDS[what] ?? what,
    judged: before,
    found: now,
  }));
  return { kind: "module-digest-mismatch", module: module.work.module_ref, files };
}
