/**
 * How long a test waits for something before it fails. This guards against hanging and is far longer than anything
 * takes, even on a busy machine. The projects of vitest.config.ts set it a little below their test timeout.
 */
export const PATIENCE_MS = Number(process.env.TEST_PATIENCE_MS ?? 3_600_000);
