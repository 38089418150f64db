import { orThrow } from "../../domain/refusal.js";
import type { Situation } from "../../engine/situation.js";
import { readYaml } from "../../yaml/yaml.js";
import { DRAFT_PATH } from "./draft-paths.js";
import { ProductSpec } from "./product-spec.js";

/** The draft that is shown or approved; null while it is on its way to the state branch. */
export function draftOf({ files }: Pick<Situation, "files">): ProductSpec | null {
  const text = files.get(DRAFT_PATH);
  return text === undefined ? null : orThrow(readYaml(DRAFT_PATH, text, ProductSpec));
}
