/** What a script can rely on: 0 done, 1 it ran and the answer is no, 2 it could not run as asked. */
export const EXIT = { ok: 0, failed: 1, badInput: 2 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
