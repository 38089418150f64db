/** The exception itself, which never changes (requirements.md#exception-tool). */
export function interfaceChangePath(id: string): string {
  return `.factory/exceptions/${id}.yml`;
}

/** What the change means: the shipped contract, the verdict on it, and who is affected. */
export function assessmentPath(id: string): string {
  return `.factory/exceptions/${id}/assessment.yml`;
}

/** What a person decided, as a record of its own: the first, the second, ... */
export function decisionPath(id: string, number: number): string {
  return `.factory/exceptions/${id}/decision-${number}.yml`;
}

/** The contract that one round of the debate is about. */
export function candidatePath(id: string, round: number): string {
  return `.factory/exceptions/${id}/round-${round}/contract.yml`;
}

/** What was said in one round. */
export function contractDebatePath(id: string, round: number, what: "proposal" | "challenge" | "adjudication"): string {
  return `.factory/exceptions/${id}/round-${round}/${what}.yml`;
}

/** The next contract of a module that is to be verified against the new version. */
export function consumerPath(id: string, module: string): string {
  return `.factory/exceptions/${id}/consumers/${module}.yml`;
}
