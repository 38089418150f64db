import { FEATURES } from "../features/features.js";
import type { FactoryState } from "./factory-state.js";

/** The files of the state branch that a decision in this state may look at and must find. */
export function requiredStateFiles(state: FactoryState): string[] {
  return [...new Set(FEATURES.flatMap(({ reads }) => reads?.(state).required ?? []))];
}

/** Files of the state branch that a decision looks at where they are there. */
export function optionalStateFiles(state: FactoryState): string[] {
  return [...new Set(FEATURES.flatMap(({ reads }) => reads?.(state).optional ?? []))];
}
