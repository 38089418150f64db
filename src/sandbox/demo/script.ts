/** The scripted answers of the demo's person, in the order of the questions. */
export type Script = {
  /** One after the other, whenever the spec is shown. */
  readonly spec: readonly string[];
  /** The answer to the demo's planned halt; undefined if the halt is unknown. */
  readonly halt: string | undefined;
};

/** The spec had left a boundary open. */
const AMENDED_SPEC = `/factory amend-spec The spec left open what minutes that round up to 60 are.

\`\`\`yaml
amended_acceptance_criteria:
  - returns \`less than a minute\` for 0.4
  - returns \`1 minute\` for 1
  - returns \`12 minutes\` for 12.2
  - returns \`1 hour 5 minutes\` for 65
  - returns \`1 hour\` for 59.6
amendment_rationale: The spec left open what minutes that round up to 60 are.
\`\`\``;

export const RECORDED_SCRIPT: Script = {
  spec: ["/factory amend TSK-003 should say hours from 60 minutes on", "/factory approve"],
  halt: AMENDED_SPEC,
};

/** A real model numbers its tasks freely, and may halt anywhere. */
export const REAL_SCRIPT: Script = {
  spec: ["/factory amend From 60 minutes on, say hours: 65 minutes are `1 hour 5 minutes`", "/factory approve"],
  halt: undefined,
};
