import type { FactoryState } from "../../engine/factory-state.js";
import { DRAFT_PATH } from "./draft-paths.js";

/** The draft is read while it is shown, and until its project has started. */
export function draftPaths({ product, project }: FactoryState): string[] {
  const isThere = ["awaiting-approval", "approved", "quick"].includes(product?.phase ?? "");
  return isThere && project === null ? [DRAFT_PATH] : [];
}
