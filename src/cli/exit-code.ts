/** What a script can rely on: 0 done, 1 it ran and the answer is no, 2 it could not run as asked, 130 stopped before it was done. */
export const EXIT = { ok: 0, failed: 1, badInput: 2, stopped: 130 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
