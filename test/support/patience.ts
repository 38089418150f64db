/**
 * How long a test waits for something before it says that it did not come: a guard against hanging, far longer than anything takes,
 * also on a machine that does much else. The projects of vitest.config.ts say how long, a little less than a test may take.
 */
export const PATIENCE_MS = Number(process.env.TEST_PATIENCE_MS ?? 3_600_000);
