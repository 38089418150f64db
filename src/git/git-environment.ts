/** The variables of a git process. */
export type GitEnvironment = Readonly<Record<string, string | undefined>>;

/** Like a person's git on this machine, but it never asks anything. */
export function personsGit(variables: GitEnvironment = {}): GitEnvironment {
  return { ...process.env, GIT_TERMINAL_PROMPT: "0", LC_ALL: "C", ...variables };
}

/** No configuration of this machine or of a person applies, and it never asks anything. */
export function isolatedGit(variables: GitEnvironment = {}): GitEnvironment {
  return {
    PATH: process.env.PATH ?? "/usr/bin:/bin",
    HOME: "/nonexistent",
    LC_ALL: "C",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_TERMINAL_PROMPT: "0",
    ...variables,
  };
}
