import type { FactoryState } from "../../engine/factory-state.js";
import { NOTHING_SPENT } from "../budget/spent.js";
import { NO_CHECKPOINT } from "../halts/decision-state.js";
import type { ProductRequest } from "./product-request.js";

/** The state after a request. Comments made before the request are not commands to it. */
export function newFactoryState(repositoryId: number, request: ProductRequest): FactoryState {
  return {
    schema_version: 3,
    repository_id: repositoryId,
    request,
    product: null,
    project: null,
    work: {},
    baseline: null,
    release: null,
    deprecations: [],
    undos: [],
    interface_changes: {},
    agreed_versions: {},
    next_module: 1,
    used_tasks: {},
    spent: NOTHING_SPENT,
    inbox: { since: request.requested_at, seen: [], pending: [] },
    checkpoint: NO_CHECKPOINT,
    precedents: {},
    remarks: [],
    heard: [],
    noted: [],
    updated_at: request.requested_at,
  };
}
