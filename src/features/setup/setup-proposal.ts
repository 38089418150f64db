import type { Config } from "../../domain/config/config.js";
import { digestOf, sha256 } from "../../domain/hash.js";
import { setupBranch, upgradeBranch } from "../../engine/branches.js";
import type { Effect } from "../../engine/effects/effect.js";
import type { Observed, ObservedPull } from "../../engine/observation.js";
import { GATES_WORKFLOW_PATH } from "../spec/draft-paths.js";
import { labelsToCreate } from "./labels.js";
import { presetSentence } from "./preset-sentence.js";
import { setupFiles } from "./setup-files.js";
import type { SetupKit } from "./setup-kit.js";
import { setupPreset } from "./setup-preset.js";
import { setupPullRequestBody } from "./setup-pull-request.js";
import { upgradePullRequestBody } from "./upgrade-pull-request.js";

/** The input of set-up. Without a kit the App has nothing to propose. */
export type SetupSituation = {
  readonly observed: Observed;
  readonly config: Config;
  readonly setupKit: SetupKit | null;
};

/**
 * The set-up pull request in any state. It is the only memory: a closed one is never opened again
 * (decisions.md#set-up-is-consent).
 */
export function setupPull({ observed, config }: SetupSituation): ObservedPull | undefined {
  return observed.pulls.find(({ branch }) => branch === setupBranch(config.branch_prefix));
}

/**
 * Proposes set-up once. If the App was installed on all repositories, it is proposed only to those with a SPEC.md. From
 * then on its owner may edit, merge or close it.
 */
export function setupProposal(situation: SetupSituation): Effect[] {
  const { observed, config, setupKit } = situation;
  const query = observed.spec.status !== "absent" || observed.installedOn === "selected";
  if (setupKit === null || observed.defaultHead === null || !query || setupPull(situation) !== undefined) return [];
  const { rootFiles, spec } = observed;
  const choice = setupPreset(setupKit.presets, {
    rootFiles,
    specText: spec.status === "present" ? spec.text : null,
  });
  const files = setupFiles(setupKit, choice, rootFiles);
  return [
    {
      kind: "propose-files",
      key: `setup-${digestOf(files).slice(0, 16)}`,
      branch: setupBranch(config.branch_prefix),
      base: observed.defaultHead,
      files,
      commitMessage: "Set up Software Factory",
      title: "Set up Software Factory",
      body: setupPullRequestBody({
        files: files.map(({ path }) => path),
        presetSentence: presetSentence(choice),
        defaultBranch: observed.repository.defaultBranch,
        hasSpec: spec.status !== "absent",
        labels: config.labels,
      }),
      once: true,
      writesWorkflows: true,
    },
  ];
}

/** Diagnoses problems on the set-up pull request, once for each head, when they can still be repaired. */
export function setupExamination(situation: SetupSituation): Effect[] {
  const pull = setupPull(situation);
  if (pull === undefined || pull.state !== "open") return [];
  const key = `doctor-${pull.head.slice(0, 12)}`;
  return pull.checks.some((check) => check.key === key) ? [] : [{ kind: "examine", key, head: pull.head }];
}

/** The effects after consent: labels, and the workflow of this version. */
export function setupUpkeep(situation: SetupSituation): Effect[] {
  return [...labels(situation), ...upgrade(situation)];
}

function labels({ observed, config }: SetupSituation): Effect[] {
  const missing = labelsToCreate(config.labels, observed.missingLabels);
  return missing.length === 0 ? [] : [{ kind: "create-labels", key: "labels", labels: missing }];
}

/** Proposes an upgrade like the set-up, once for each version of the workflow. */
function upgrade(situation: SetupSituation): Effect[] {
  const { observed, config, setupKit } = situation;
  if (setupKit === null || observed.defaultHead === null || setupPull(situation)?.state === "open") return [];
  const { workflow } = observed;
  if (workflow.status === "present" && sameLines(workflow.text, setupKit.workflow)) return [];
  const branch = upgradeBranch(config.branch_prefix, setupKit.workflow);
  if (observed.pulls.some((pull) => pull.branch === branch)) return [];
  const installed = workflow.status !== "absent";
  const title = `${installed ? "Upgrade" : "Install"} the gates workflow`;
  return [
    {
      kind: "propose-files",
      key: `workflow-${sha256(setupKit.workflow).slice(0, 16)}`,
      branch,
      base: observed.defaultHead,
      files: [{ path: GATES_WORKFLOW_PATH, text: setupKit.workflow }],
      commitMessage: title,
      title,
      body: upgradePullRequestBody(installed),
      once: true,
      writesWorkflows: true,
    },
  ];
}

/** Git may have changed the line ends. */
function sameLines(a: string, b: string): boolean {
  return a.replaceAll("\r\n", "\n") === b.replaceAll("\r\n", "\n");
}
