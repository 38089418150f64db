import type { Severity } from "../../../domain/deficiency.js";
import type { DraftNode, Finding } from "../spec-draft.js";
import { errorSurfacesAreSpecific, sketchesAddressEveryDimension } from "./contract-sketch-criteria.js";
import { dependenciesHaveNoCycle, dependenciesResolve, idsAreUnique } from "./reference-criteria.js";
import { requiredFieldsAreFilled } from "./required-fields.js";
import {
  epicsHaveStoriesAndSuccessCriteria,
  pillarsHaveEpics,
  storiesHaveTasks,
  tasksHaveAcceptanceCriteria,
  tasksHaveSubtasks,
} from "./structure-criteria.js";
import { taskIdsCanBeMade } from "./task-id-rule.js";
import { acceptanceCriteriaAreTestable, descriptionsAreNoStubs, subtasksAreDistinct } from "./wording-criteria.js";

/** One rule of completeness: its demand, its severity, and the function that finds every violation. */
export type SpecRule = {
  readonly severity: Severity;
  readonly rule: string;
  readonly find: (root: DraftNode) => Finding[];
};

/** A rule with its number in requirements.md#spec-completeness. */
export type Criterion = SpecRule & { readonly criterion: number };

const rated =
  (severity: Severity) =>
  (criterion: number, rule: string, find: SpecRule["find"]): Criterion => ({ criterion, severity, rule, find });
const error = rated("ERROR");
const warning = rated("WARNING");

/** The fourteen criteria. Errors block a spec; warnings are shown to the person who approves it. */
export const CRITERIA: readonly Criterion[] = [
  error(1, "Every pillar has at least 1 epic.", pillarsHaveEpics),
  error(2, "Every epic has at least 1 story and 1 success criterion.", epicsHaveStoriesAndSuccessCriteria),
  error(3, "Every story has at least 1 task.", storiesHaveTasks),
  error(4, "Every task has at least 2 subtasks.", tasksHaveSubtasks),
  error(5, "Every task has at least 2 acceptance criteria.", tasksHaveAcceptanceCriteria),
  error(6, "Every contract sketch addresses all five dimensions, without placeholders.", sketchesAddressEveryDimension),
  error(7, "Every id is unique across the spec.", idsAreUnique),
  error(8, "Every dependency is a task of the spec.", dependenciesResolve),
  error(9, "Dependencies have no cycle.", dependenciesHaveNoCycle),
  error(10, "Every required field is present, well formed and non-empty.", requiredFieldsAreFilled),
  warning(11, "Every description has at least 20 characters.", descriptionsAreNoStubs),
  warning(12, "Every acceptance criterion states observable behaviour.", acceptanceCriteriaAreTestable),
  warning(13, "The subtasks of a task are distinct.", subtasksAreDistinct),
  warning(14, "The error surfaces of every task name a specific condition.", errorSurfacesAreSpecific),
];

/**
 * What the project needs beyond the fourteen, checked before the approval
 * (decisions.md#ids-are-judged-before-approval).
 */
export const TASK_ID_RULE: SpecRule = {
  severity: "ERROR",
  rule: "Every task can be given a task id: unique, at most 128 characters, at most 999 in a story.",
  find: taskIdsCanBeMade,
};
