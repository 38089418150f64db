/** The branch that holds the state, under the prefix of all that the loop writes (decisions.md#where-state-lives). */
export function stateBranch(prefix: string): string {
  return `${prefix}/state`;
}
