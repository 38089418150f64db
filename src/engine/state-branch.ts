/** The state branch, under the prefix of all our branches (decisions.md#where-state-lives). */
export function stateBranch(prefix: string): string {
  return `${prefix}/state`;
}
