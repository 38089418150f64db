import type { Convention } from "../../domain/budget/conventions.js";
import type { Sop } from "../../domain/budget/sop.js";
import type { SizingConfig } from "../../domain/config/sizing-config.js";
import type { ContractAssertion } from "../../domain/contract/assertion.js";
import type { Contract } from "../../domain/contract/contract.js";
import type { Adjudication } from "../../domain/debate/adjudication.js";
import type { Challenge } from "../../domain/debate/challenge.js";
import type { Proposal } from "../../domain/debate/proposal.js";
import type { UnshownValues } from "../../domain/debate/unshown-values.js";
import type { AmendmentProposal } from "../../domain/enforcement/amendment-proposal.js";
import type { AvailableExport } from "../../domain/enforcement/execution-context.js";
import type { PriorTask } from "../../domain/enforcement/prior-tasks.js";
import type { SectionsInput } from "../../domain/enforcement/prompt-sections.js";
import type { Violation } from "../../domain/enforcement/retry-context.js";
import type { GateReport, InventoriedTest } from "../../domain/gates/gate-report.js";
import type { Digest, Instant, ModuleRef, Sha, TaskId } from "../../domain/ids.js";
import type { BuiltModule } from "../../domain/plan/micro-plan.js";
import type { Seal } from "../../features/seals/seal.js";
import type { Impact } from "../../languages/impact.js";
import type { WebSearch } from "../../model/model-port.js";
import type { ReferenceDocuments } from "../documents/reference-documents.js";
import type { FoundModule } from "../tools/search-index-tool.js";

/** The call itself. Ids, instants and randomness are injected. */
export type Call = {
  readonly packId: string;
  readonly runId: string;
  /** Null for the product role, which works before there are tasks. */
  readonly task: TaskId | null;
  /** The commit of the role's workspace; null for a role without one. */
  readonly head: Sha | null;
  /** One for all calls about a task: a changing boundary would invalidate every cached text. */
  readonly boundary: string;
  readonly now: Instant;
  readonly sizing: SizingConfig;
};

/** A shipped module as its users know it (requirements.md#public-surfaces). */
export type DependencySurface = {
  readonly ref: ModuleRef;
  readonly contract: Contract;
  readonly fingerprint: Digest;
  /** Of its entry: exported functions and types without bodies. Empty where the language cannot be read. */
  readonly signatures: readonly string[];
  readonly examples: string;
};

/** One round of a debate; null for what has not happened. */
export type DebateRound = {
  readonly proposal: Proposal;
  /** What ended it other than a review: gates, ship or people's remarks, and what they said. */
  readonly ended: { readonly by: string; readonly why: readonly string[] } | null;
  readonly challenge: Challenge | null;
  readonly adjudication: Adjudication | null;
};

export type NamedText = { readonly name: string; readonly text: string };

export type GateFacts = Pick<GateReport, "validators" | "tests" | "assertions" | "commands" | "mutation">;

/**
 * All facts when a role is asked. Every role of a module may get the same facts: the visibility table alone decides
 * what it sees.
 */
export type RoleFacts = {
  readonly taskFile?: string;
  readonly acceptanceCriteria?: readonly string[];
  /** The task in its author's words, for a role that is not given the task's file. */
  readonly taskDescription?: string;
  /** The planned module; the only contract before one is written. */
  readonly module?: BuiltModule;
  readonly contract?: Contract;
  readonly examples?: string;
  /** Null if the language of the tests cannot be read. */
  readonly inventory?: readonly InventoriedTest[] | null;
  /** The module's test file and the files of the module that serve it, word for word. */
  readonly testFiles?: readonly NamedText[];
  /** How tests are run and where they lie, with the settings of compilers and runners. */
  readonly testSetup?: readonly NamedText[];
  /** Why the present round began; null for the first. */
  readonly roundStart?: string | null;
  /** What is different from the work that was reviewed last; null if nothing was reviewed before. */
  readonly changesSince?: readonly NamedText[] | null;
  /** Quoted values of the task that nothing shows. */
  readonly unshownValues?: UnshownValues;
  readonly gates?: GateFacts;
  /** The same signature or contract failure, attempt by attempt, oldest first. */
  readonly repeated?: readonly (readonly Violation[])[];
  /** Changes of the contract that a person accepted. */
  readonly amendments?: readonly AmendmentProposal[];
  readonly proposal?: Proposal;
  readonly challenge?: Challenge;
  readonly adjudication?: Adjudication;
  /** Rounds before the present one, oldest first. */
  readonly trail?: readonly DebateRound[];
  readonly dependencies?: readonly DependencySurface[];
  /** Their exports, for a planner, who has no sections. */
  readonly exports?: readonly AvailableExport[];
  /** The shipped modules most similar to the request, searched before the role was asked. */
  readonly indexResults?: readonly FoundModule[];
  /** What to create, requirements, imports, the attempt before, files changed so far (requirements.md#prompt-sections). */
  readonly sections?: SectionsInput;
  readonly impact?: Impact;
  readonly priorTasks?: readonly PriorTask[];
  /** The plan before, as the planner handed it in, and what its reviews found. */
  readonly reviewedPlan?: string;
  readonly planFindings?: readonly NamedText[];
  /** Decisions of people and the App about this task, such as why a plan must be split. */
  readonly decisions?: readonly NamedText[];
  readonly sops?: readonly Sop[];
  readonly conventions?: readonly Convention[];
  /** Files of the module itself, by path. */
  readonly sources?: readonly NamedText[];
  /** The names of files without an owner. Their content is read through the workspace. */
  readonly unownedPaths?: readonly string[];
  /** Those of them that are generated or too large: their content is not shown. */
  readonly narrowedPaths?: readonly string[];
  /** Withheld from every role; listed so that the pack shows it. */
  readonly seals?: readonly Seal[];
  readonly semanticCheck?: ContractAssertion;
  readonly request?: readonly NamedText[];
  /** The names of the referenced documents. Their content is read through a tool. */
  readonly documents?: ReferenceDocuments;
  readonly draft?: string;
  readonly feedback?: readonly NamedText[];
  readonly research?: readonly NamedText[];
  /** For the product role: whether it can search the web. */
  readonly webSearch?: WebSearch;
  /** The requested change of a shipped contract, and its consequences. */
  readonly interfaceChange?: readonly NamedText[];
};

/** Facts with those that a call requires. */
export type Needs<Key extends keyof RoleFacts> = RoleFacts & { readonly [Needed in Key]-?: RoleFacts[Needed] };
