/** For every command that decides something: a situation in which it applies, and the words of the command. */
import { allCommands } from "../../src/commands/all-commands.js";
import { Contract } from "../../src/domain/contract/contract.js";
import { ClarifyingQuestion } from "../../src/domain/ledger/clarifying-question.js";
import type { FactoryState } from "../../src/engine/factory-state.js";
import type { Observed } from "../../src/engine/observation.js";
import { applyDelta } from "../../src/features/interface-change/rules/apply-delta.js";
import { assessChange, ChangeAssessment } from "../../src/features/interface-change/rules/assessment.js";
import {
  assessmentPath,
  candidatePath,
  interfaceChangePath,
} from "../../src/features/interface-change/rules/change-file-paths.js";
import { ContractDelta } from "../../src/features/interface-change/rules/contract-delta.js";
import { InterfaceChangeRequest } from "../../src/features/interface-change/rules/interface-change-request.js";
import { writeYaml } from "../../src/yaml/yaml.js";
import { aContract } from "./contract.js";
import { aContractAmendment } from "./contract-amendment.js";
import { haltOf, inWork, modules, pullsWith, readBy, sayHere } from "./halted.js";
import {
  decideOn,
  FIRST_TASK,
  NOW,
  planning,
  REQUEST,
  requested,
  SECOND_TASK,
  SPEC_PULL,
  shown,
  specPull,
  stateOf,
  TASK_PULL,
} from "./loop.js";
import { t } from "./project-state.js";
import { ended } from "./release.js";

const COMMANDS = allCommands();

export type Scene = {
  readonly state: FactoryState;
  readonly seen: Partial<Observed>;
  readonly files: ReadonlyMap<string, string>;
  /** The issues and pull requests where people comment. */
  readonly places: readonly number[];
};

const NO_FILES: ReadonlyMap<string, string> = new Map();
const quiet = (state: FactoryState): FactoryState => ({ ...state, inbox: { ...state.inbox, pending: [] } });
const pulls = pullsWith({});
const inProject = { seen: { pulls }, places: [REQUEST, TASK_PULL] };
const halted = haltOf();

export const SCENES = {
  "questions that wait": { state: asking(), seen: {}, files: NO_FILES, places: [REQUEST] },
  "a spec that waits": { state: shown, seen: { pulls: [specPull] }, files: NO_FILES, places: [REQUEST, SPEC_PULL] },
  "a halted task": { ...inProject, state: halted.state, files: halted.files },
  "an interface change": interfaceChange(),
  "a contract amendment": contractAmendment(),
  "a checkpoint": { ...inProject, state: checkpoint(), files: NO_FILES },
  "a pause": { ...inProject, state: paused(), files: NO_FILES },
  "a product that has shipped": { state: ended(), seen: {}, files: NO_FILES, places: [REQUEST] },
} as const satisfies Record<string, Scene>;

type Deciding = { readonly scene: keyof typeof SCENES; readonly words?: string };

const yaml = (verb: string, text: string) => `/factory ${verb}\n\n\`\`\`yaml\n${text}\n\`\`\``;

const DECIDED: Readonly<Partial<Record<string, Deciding>>> = {
  answer: { scene: "questions that wait", words: "/factory answer 1b" },
  fix: {
    scene: "a halted task",
    words: yaml("fix", "fix_description: Off by one.\nfix_artifacts:\n  src/tag.ts: 'export const tag = 1;'"),
  },
  "ice approve": { scene: "an interface change" },
  "ice reject": { scene: "an interface change" },
  "ice defer": { scene: "an interface change" },
  "amendment accept": { scene: "a contract amendment" },
  "amendment reject": { scene: "a contract amendment" },
  continue: { scene: "a checkpoint" },
  adjust: { scene: "a checkpoint", words: yaml("adjust", `- {drop: ${SECOND_TASK}, reason: Nobody asked.}`) },
  resume: { scene: "a pause" },
  undo: { scene: "a product that has shipped", words: `/factory undo ${t("a")}` },
  release: { scene: "a product that has shipped", words: "/factory release MM-0001@1.0.0" },
};

/** These commands answer and change nothing. */
export const ONLY_ANSWER: readonly string[] = ["status", "help", "trace"];

/** The situation and the words for a verb. */
export function sceneOf(verb: string): { readonly scene: Scene; readonly words: string } {
  const row = COMMANDS.find((candidate) => candidate.verb === verb);
  if (row === undefined) throw new Error(`there is no command ${verb}`);
  const usual = row.where === "spec pull request" ? "a spec that waits" : "a halted task";
  const { scene, words } = DECIDED[verb] ?? { scene: usual };
  return { scene: SCENES[scene], words: words ?? row.example };
}

function asking(): FactoryState {
  const question = ClarifyingQuestion.parse({
    question: "How many?",
    quotes: ["At most 8 tags."],
    options: [
      { text: "At most 8", changes: "one limit", tasks: 0 },
      { text: "Any number", changes: "no limit", tasks: 2 },
    ],
    default: "a",
  });
  const asked = { kind: "clarification-asked" as const, at: NOW, round: 1, questions: [question], usage: [] };
  return quiet(stateOf(decideOn(requested, {}, { given: [asked], draft: null })));
}

function checkpoint(): FactoryState {
  const project = { calls: 1, known_usd: 5, unknown_cost_calls: 0, input_tokens: 0, output_tokens: 0 };
  const spent = quiet({ ...planning, spent: { project, tasks: {}, roles: {} } });
  return quiet(stateOf(decideOn(spent, { pulls })));
}

function paused(): FactoryState {
  const comments = [sayHere("/factory pause", { issue: REQUEST, createdAt: "2026-03-01T13:20:00Z" })];
  return quiet(stateOf(decideOn(quiet(planning), { pulls, comments })));
}

function contractAmendment(): Scene {
  const amendment = aContractAmendment();
  const state = quiet(inWork({ modules: modules({ step: { step: "awaiting-amendment", amendment } }) }));
  return { ...inProject, state, files: readBy(state, halted.branch), places: [TASK_PULL] };
}

function interfaceChange(): Scene {
  const exception: InterfaceChangeRequest = {
    exception_id: "ICE-0a1b2c3d",
    type: "CANNOT_SUPPORT",
    raised_by: { artifact_ref: "PROP-00000001", role: "proposer", run_id: "run-1" },
    target_module: "MM-0007@1.0.0",
    reason: "The parts of a tag cannot be had",
    evidence: ["the contract gives one string only"],
    proposed_contract_delta: ContractDelta.parse({
      added_outputs: [{ name: "parts", type: "string[]", invariants: [] }],
    }),
    compatibility_expectation: "BACKWARD_COMPATIBLE",
    urgency: "BLOCKING",
  };
  const { exception_id: id, proposed_contract_delta: delta } = exception;
  const before = aContract({ module_id: "MM-0007", dependencies: [] });
  const candidate = applyDelta(before, delta, "BACKWARD_COMPATIBLE");
  if (!candidate.ok) throw new Error(candidate.refusal.message);
  const assessment = assessChange(before, candidate.value, { modules: [], tasks: [SECOND_TASK] });
  const halt = haltOf({ halting: { kind: "interface-change", exception } });
  const branch = new Map([
    ...halt.branch,
    [interfaceChangePath(id), writeYaml(exception, InterfaceChangeRequest)],
    [assessmentPath(id), writeYaml(assessment, ChangeAssessment)],
    [candidatePath(id, 1), writeYaml(candidate.value.contract, Contract)],
  ]);
  const state: FactoryState = {
    ...halt.state,
    interface_changes: {
      [id]: {
        task_id: FIRST_TASK,
        target_module: exception.target_module,
        decisions: [],
        questions: 0,
        stage: { stage: "deciding" },
      },
    },
  };
  return { ...inProject, state, files: readBy(state, branch), places: [TASK_PULL] };
}
