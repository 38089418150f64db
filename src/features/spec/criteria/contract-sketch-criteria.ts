import { isPlaceholder } from "../../../domain/placeholder.js";
import { IO_DIMENSIONS } from "../product-spec.js";
import { type DraftNode, type Finding, finding, labelOf, nodesAt, sketchOf } from "../spec-draft.js";
import { namesSpecificError } from "./specific-errors.js";
import { Dimension } from "./text.js";

/** Criterion 6: every sketch addresses all five dimensions, none of them empty or a placeholder. */
export function sketchesAddressEveryDimension(root: DraftNode): Finding[] {
  return nodesAt(root, "task").flatMap((task) => {
    const sketch = sketchOf(task);
    if (sketch === undefined) return []; // criterion 10 reports a missing sketch
    return IO_DIMENSIONS.flatMap((dimension) => {
      const wrong = whatIsWrong(sketch[dimension]);
      if (wrong === undefined) return [];
      return [finding(task, ["io_contract_sketch", dimension], `${labelOf(task)}: ${dimension} ${wrong}.`)];
    });
  });
}

/** Criterion 14: the error surfaces name at least one specific condition, not just "errors may occur". */
export function errorSurfacesAreSpecific(root: DraftNode): Finding[] {
  return nodesAt(root, "task").flatMap((task) => {
    const surfaces = sketchOf(task)?.error_surfaces;
    if (typeof surfaces !== "string" || isPlaceholder(surfaces)) return []; // criterion 6 reports it
    if (namesSpecificError(surfaces)) return [];
    return [
      finding(
        task,
        ["io_contract_sketch", "error_surfaces"],
        `${labelOf(task)}: error_surfaces names no specific error condition (${JSON.stringify(surfaces)}); ` +
          "say which input or state leads to which error.",
      ),
    ];
  });
}

function whatIsWrong(dimension: unknown): string | undefined {
  if (dimension === undefined) return "is missing";
  const read = Dimension.safeParse(dimension);
  if (read.success) return undefined;
  return typeof dimension === "string" ? read.error.issues.map((issue) => issue.message).join("; ") : "must be text";
}
