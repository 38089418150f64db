import { defineRole } from "../define-role.js";
import { SEARCH_CODE_INDEX } from "../tool-names.js";
import { EmittedSpec } from "./emitted-spec.js";

/** Turns a person's SPEC.md into a product spec that can be approved and built (requirements.md#product-spec). */
export const productDraft = defineRole({
  role: "product",
  activity: "draft",
  tools: ["read", "write_draft", "edit_draft", "validate_spec", SEARCH_CODE_INDEX],
  webSearch: true,
  Answer: EmittedSpec,
  submitAs: "emit_structured_spec",
});
