/**
 * What a value is made of: something of the subject, or something that the subject may have changed (the world: files,
 * pages, other packages). Neither of them: the test wrote it down itself.
 */
export type Origin = { readonly subject: boolean; readonly world: boolean };

export const OWN_WORDS: Origin = { subject: false, world: false };
export const OF_SUBJECT: Origin = { subject: true, world: false };
export const OF_WORLD: Origin = { subject: false, world: true };

export function mixed(origins: readonly Origin[]): Origin {
  return {
    subject: origins.some(({ subject }) => subject),
    world: origins.some(({ world }) => world),
  };
}
