/**
 * What a value is made of: something of the subject, or something that the subject may have changed (the world: files,
 * pages), or something of a package, which may be either. None of them: the test wrote it down itself.
 */
export type Origin = { readonly subject: boolean; readonly world: boolean; readonly package: boolean };

export const OWN_WORDS: Origin = { subject: false, world: false, package: false };
export const OF_SUBJECT: Origin = { subject: true, world: false, package: false };
export const OF_WORLD: Origin = { subject: false, world: true, package: false };
export const OF_PACKAGE: Origin = { subject: false, world: false, package: true };

export function mixed(origins: readonly Origin[]): Origin {
  return {
    subject: origins.some(({ subject }) => subject),
    world: origins.some(({ world }) => world),
    package: origins.some((origin) => origin.package),
  };
}
