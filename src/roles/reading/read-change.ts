import type { NamedText } from "../../context/sections/role-facts.js";
import type { Config } from "../../domain/config/config.js";
import { judgeCompatibility } from "../../domain/contract/compatibility.js";
import { Contract } from "../../domain/contract/contract.js";
import { difference } from "../../domain/contract/difference.js";
import type { CodeIndexEntry } from "../../domain/index-entries/code-index-entry.js";
import { orThrow } from "../../domain/refusal.js";
import type { FactoryState } from "../../engine/factory-state.js";
import type { JobEffect, RepositoryRef } from "../../engine/ports.js";
import { describeDifferences } from "../../features/halts/escalation/dimension-differences.js";
import { ChangeAssessment } from "../../features/interface-change/rules/assessment.js";
import { isRevision, revisionsOf } from "../../features/interface-change/rules/change-decision.js";
import {
  assessmentPath,
  candidatePath,
  contractDebatePath,
  decisionPath,
  interfaceChangePath,
} from "../../features/interface-change/rules/change-file-paths.js";
import type { ContractActivity, InterfaceChange } from "../../features/interface-change/rules/interface-change.js";
import { InterfaceChangeRequest } from "../../features/interface-change/rules/interface-change-request.js";
import { readYaml } from "../../yaml/yaml.js";
import type { JobPorts } from "./job-ports.js";
import { readCodeIndex } from "./read-shipped.js";
import { configIn, readTree } from "./read-task.js";

type Debating = Extract<JobEffect, { kind: "debate-contract" }>;

/** All facts about a contract under debate. */
export type ChangeReading = {
  readonly state: FactoryState;
  readonly config: Config;
  readonly index: readonly CodeIndexEntry[];
  readonly request: InterfaceChangeRequest;
  readonly assessment: ChangeAssessment;
  /** The contract of this round; before the Proposer has made it, that of the round before. */
  readonly candidate: Contract;
  /** How often a person has revised the delta. */
  readonly revision: number;
  /** The answers so far, oldest first. */
  readonly said: readonly NamedText[];
};

/** Undefined if the question is not open any more. */
export async function readChange(
  repository: RepositoryRef,
  effect: Debating,
  { state: store, reader }: Pick<JobPorts, "state" | "reader">,
): Promise<ChangeReading | undefined> {
  const loaded = await store.load(repository);
  if (loaded.kind !== "loaded") return undefined;
  const { state, head } = loaded;
  const change = state.interface_changes[effect.change_id];
  if (change?.stage.stage !== "debating" || change.stage.question !== effect.question) return undefined;
  const { change_id: id, round, activity } = effect;
  const revision = revisionsOf(change.decisions);
  const contractPath = candidatePath(id, activity === "propose" ? round - 1 : round, revision);
  const rounds = [...revisedBy(id, change), ...roundPaths(id, { round, revision, activity })];
  const paths = [interfaceChangePath(id), assessmentPath(id), contractPath, ...rounds.map(({ path }) => path)];
  const stored = await store.read(repository, head, paths);
  const tree = await readTree(repository, effect.head, reader);
  const read = (path: string) => stored.get(path) ?? "";
  return {
    state,
    config: await configIn(tree),
    index: orThrow(await readCodeIndex(tree)),
    request: orThrow(readYaml(interfaceChangePath(id), read(interfaceChangePath(id)), InterfaceChangeRequest)),
    assessment: orThrow(readYaml(assessmentPath(id), read(assessmentPath(id)), ChangeAssessment)),
    candidate: orThrow(readYaml(contractPath, read(contractPath), Contract)),
    revision,
    said: rounds.flatMap(({ path, name }) => (stored.has(path) ? [{ name, text: read(path) }] : [])),
  };
}

/** A person's own delta, which takes the place of the one that was asked for. */
function revisedBy(id: string, { decisions }: InterfaceChange) {
  const last = decisions.findLastIndex(isRevision);
  const by = decisions[last]?.decided_by;
  return by === undefined ? [] : [{ path: decisionPath(id, last + 1), name: `the delta as ${by} revised it` }];
}

/** The records of this debate up to this turn. */
function roundPaths(
  id: string,
  {
    round,
    revision,
    activity,
  }: { readonly round: number; readonly revision: number; readonly activity: ContractActivity },
) {
  const kinds = ["proposal", "challenge", "adjudication"] as const;
  const until = kinds.indexOf(
    ({ propose: "proposal", challenge: "challenge", adjudicate: "adjudication" } as const)[activity],
  );
  return Array.from({ length: round }, (_, index) => index + 1).flatMap((number) =>
    kinds
      .filter((_, place) => number < round || place < until)
      .map((kind) => ({
        path: contractDebatePath(id, { round: number, revision }, kind),
        name: `${kind} of round ${number}`,
      })),
  );
}

/** The change in words, the same for every side of the debate. Computed parts are marked as such. */
export function changeTexts({ request, assessment, candidate, said }: ChangeReading): NamedText[] {
  const { shipped, affected } = assessment;
  const { compatibility, reasons } = judgeCompatibility(shipped, candidate);
  const differences = describeDifferences(difference(shipped, candidate));
  const list = (lines: readonly string[]) =>
    lines.length === 0 ? "none" : lines.map((line) => `- ${line}`).join("\n");
  return [
    {
      name: `${request.exception_id}, a ${request.type}`,
      text: `${request.reason}\n\nEvidence:\n${list(request.evidence)}`,
    },
    {
      name: `What changes between ${shipped.module_version} and ${candidate.module_version}`,
      text: list(differences.map(({ dimension, difference: how }) => `${dimension}: ${how}`)),
    },
    {
      name: "What that is for those who use it, computed",
      text: `${compatibility}\n${list(reasons)}`,
    },
    { name: "Who uses it", text: list([...affected.modules, ...affected.tasks]) },
    { name: `The interface of ${shipped.module_version}`, text: interfaceText(shipped) },
    ...said,
  ];
}

function interfaceText({ inputs, outputs, error_surfaces, effects, modes }: Contract): string {
  return JSON.stringify({ inputs, outputs, error_surfaces, effects, modes }, null, 2);
}
