/** The path of the draft on the state branch, which the person is shown and approves or amends. */
export const DRAFT_PATH = ".factory/product/draft.yml";

/** The paths of an approved spec on the default branch, for machines and for people. */
export const SPEC_PATH = ".factory/product/spec.yml";
export const SPEC_MARKDOWN_PATH = ".factory/product/spec.md";

/** The configuration, written by the repository's owner. Its presence on the default branch is the consent. */
export const CONFIG_PATH = ".factory/config.yml";

/** The workflow that set-up installs and every gate run uses. */
export const GATES_WORKFLOW_PATH = ".github/workflows/factory-gates.yml";

/** The events that led to the state in the same commit of the state branch. */
export const EVENTS_PATH = ".factory/events.yml";
