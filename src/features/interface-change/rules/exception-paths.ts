/** The exception itself, which never changes (requirements.md#exception-tool). */
export function interfaceChangePath(id: string): string {
  return `.factory/exceptions/${id}.yml`;
}

/** The assessment: the shipped contract, the verdict on the change, and its consumers. */
export function assessmentPath(id: string): string {
  return `.factory/exceptions/${id}/assessment.yml`;
}

/** A person's decision, numbered. */
export function decisionPath(id: string, number: number): string {
  return `.factory/exceptions/${id}/decision-${number}.yml`;
}

/** The contract of one round of the debate. */
export function candidatePath(id: string, round: number): string {
  return `.factory/exceptions/${id}/round-${round}/contract.yml`;
}

/** The answers of one round. */
export function contractDebatePath(id: string, round: number, what: "proposal" | "challenge" | "adjudication"): string {
  return `.factory/exceptions/${id}/round-${round}/${what}.yml`;
}

/** The next contract of a module that is to be verified against the new version. */
export function consumerPath(id: string, module: string): string {
  return `.factory/exceptions/${id}/consumers/${module}.yml`;
}
