/** Revisions after a failed round: exactly two. Then the Arbiter or a person decides (requirements.md#revisions). */
export const MAX_REVISIONS = 2;

/** How often a question is repeated after an unusable answer: schema-invalid, or a mild review. */
export const MAX_RE_ASKS = 2;

/** Gate attempts within one round, including the automatic type-and-build fix (decisions.md#one-retry-budget). */
export const MAX_GATE_ATTEMPTS = 3;

/** A reviewer that tried to write is asked once more (requirements.md#write-guard). */
export const MAX_WRITE_RETRIES = 1;
