/** The path of the draft on the state branch, which the person is shown and approves or amends. */
export const DRAFT_PATH = ".factory/product/draft.yml";

/** The paths of an approved spec on the default branch, for machines and for people. */
export const SPEC_PATH = ".factory/product/spec.yml";
export const SPEC_MARKDOWN_PATH = ".factory/product/spec.md";

/** The workflow that set-up installs and every gate run uses. */
export const GATES_WORKFLOW_PATH = ".github/workflows/factory-gates.yml";
