/** Where the Product Loop's draft lies on the state branch: what the person is shown, approves or amends. */
export const DRAFT_PATH = ".factory/product/draft.yml";

/** Where an approved spec lies on the default branch, for machines and for people. */
export const SPEC_PATH = ".factory/product/spec.yml";
export const SPEC_MARKDOWN_PATH = ".factory/product/spec.md";
