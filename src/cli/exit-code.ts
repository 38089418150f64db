/**
 * Exit codes for scripts: 0 done; 1 it ran and the answer is no; 2 it could not run as requested; 130 stopped early.
 */
export const EXIT = { ok: 0, failed: 1, badInput: 2, stopped: 130 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
