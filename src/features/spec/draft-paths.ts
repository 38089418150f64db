/** Where the Product Loop's draft lies on the state branch: what the person is shown, approves or amends. */
export const DRAFT_PATH = ".factory/product/draft.yml";

/** Where an approved spec lies on the default branch, for machines and for people. */
export const SPEC_PATH = ".factory/product/spec.yml";
export const SPEC_MARKDOWN_PATH = ".factory/product/spec.md";

/** What a repository's owner writes; that it is on the default branch is consent. */
export const CONFIG_PATH = ".factory/config.yml";

/** The workflow that set-up installs and every gate run is started from. */
export const GATES_WORKFLOW_PATH = ".github/workflows/factory-gates.yml";

/** What led to the state that the same commit of the state branch holds. */
export const EVENTS_PATH = ".factory/events.yml";
