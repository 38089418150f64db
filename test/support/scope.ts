import type { Scope } from "../../src/domain/ledger/scope.js";
import type { ProductSpec } from "../../src/features/spec/product-spec.js";
import { tasksInOrder } from "../../src/features/tasks/task-file/spec-task-file.js";

/** A scope that takes every line of a request for a requirement, all criteria for the first, and headings for nothing. */
export function scopeOf(spec: ProductSpec, request: string): Scope {
  const held_by = tasksInOrder(spec).map(({ task }) => ({
    task: task.task_id,
    criteria: task.acceptance_criteria.map((_, index) => index + 1),
  }));
  const first = held_by.slice(0, 1).map(({ task }) => ({ task, criteria: [1] }));
  const lines = request.split("\n").filter((line) => /[\p{L}\p{N}]/u.test(line));
  const said = lines.map((quote) => ({ quote: quote.trim(), file: "SPEC.md" }));
  const isHeading = ({ quote }: { quote: string }) => quote.startsWith("#");
  return {
    requirements: said
      .filter((line) => !isHeading(line))
      .map((line, index) => ({ ...line, kind: "behaviour", held_by: index === 0 ? held_by : first })),
    demands_nothing: said.filter(isHeading),
    assumptions: said.every(isHeading) ? [{ text: "The request does not say what is to be built.", held_by }] : [],
  };
}
