import { isBlank, visibleText } from "../../../domain/placeholder.js";
import {
  type DraftNode,
  everyNode,
  type Finding,
  finding,
  labelOf,
  nodesAt,
  textField,
  textsIn,
} from "../spec-draft.js";
import { isNearDuplicate } from "./near-duplicates.js";
import { statesObservableBehavior } from "./observable-verbs.js";

const MINIMUM_DESCRIPTION_LENGTH = 20;

/** Criterion 11: a description of less than 20 visible characters is a stub. Criterion 10 reports an empty one. */
export function descriptionsAreNoStubs(root: DraftNode): Finding[] {
  return everyNode(root).flatMap((node) => {
    const description = textField(node, "description");
    if (description === undefined || isBlank(description)) return [];
    const length = [...visibleText(description)].length;
    if (length >= MINIMUM_DESCRIPTION_LENGTH) return [];
    const message = `${labelOf(node)}: description has ${length} characters, expected at least ${MINIMUM_DESCRIPTION_LENGTH}; say more.`;
    return [finding(node, ["description"], message)];
  });
}

/** Criterion 12: an acceptance criterion says what can be observed. */
export function acceptanceCriteriaAreTestable(root: DraftNode): Finding[] {
  return nodesAt(root, "task").flatMap((task) =>
    textsIn(task, "acceptance_criteria")
      .filter(({ text }) => !isBlank(text) && !statesObservableBehavior(text))
      .map(({ index, text }) =>
        finding(
          task,
          ["acceptance_criteria", index],
          `${labelOf(task)}: ${JSON.stringify(text)} states no observable behaviour; ` +
            'say what it returns, displays, writes or rejects, as in "returns 404 for an unknown id".',
        ),
      ),
  );
}

/** Criterion 13: subtasks of one task differ from each other. */
export function subtasksAreDistinct(root: DraftNode): Finding[] {
  return nodesAt(root, "task").flatMap((task) => {
    const subtasks = textsIn(task, "subtasks").filter(({ text }) => !isBlank(text));
    return subtasks.flatMap(({ index, text }, position) => {
      const earlier = subtasks.slice(0, position).find((other) => isNearDuplicate(other.text, text));
      if (earlier === undefined) return [];
      const pair = `${JSON.stringify(earlier.text)} and ${JSON.stringify(text)}`;
      return [
        finding(
          task,
          ["subtasks", index],
          `${labelOf(task)}: ${pair} say nearly the same; merge them or tell them apart.`,
        ),
      ];
    });
  });
}
