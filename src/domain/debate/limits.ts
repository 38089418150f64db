/** Revisions after a failed round: exactly two, then the Arbiter or a person decides (seed 002, 9.3 and 19.6). */
export const MAX_REVISIONS = 2;

/** Times the same question is put again after an answer that cannot be used: schema-invalid, or a mild review. */
export const MAX_RE_ASKS = 2;

/** Gate attempts within one round, the automatic type-and-build fix being one of them (RULES, retries). */
export const MAX_GATE_ATTEMPTS = 3;

/** A reviewer that tried to write is asked once more (seed 004, 1.4). */
export const MAX_WRITE_RETRIES = 1;
