import type { ModuleRef } from "../../domain/ids.js";
import type { Situation } from "../../engine/situation.js";
import { derivedHex } from "../modules/keys.js";
import type { ReleaseOrder } from "./rules/release-state.js";

/**
 * A new attempt has a new id, so that its records and comments never overwrite another's. Null before there is a state
 * commit.
 */
export function newReleaseOrder(
  { state, stateHead, now }: Pick<Situation, "state" | "stateHead" | "now">,
  { modules, by }: { readonly modules: readonly ModuleRef[] | null; readonly by: string | null },
): ReleaseOrder | null {
  if (stateHead === null) return null;
  const before = state.release?.order.release_id ?? "first";
  const hex = derivedHex(stateHead, "release", before, state.updated_at).slice(0, 8);
  return { release_id: `REL-${hex}`, modules: modules === null ? null : [...modules], asked_by: by, since: now };
}
