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
export function candidatePath(id: string, round: number, revision = 0): string {
  return `${roundFolder(id, round, revision)}/contract.yml`;
}

/** The answers of one round. */
export function contractDebatePath(
  id: string,
  { round, revision = 0 }: { readonly round: number; readonly revision?: number },
  what: "proposal" | "challenge" | "adjudication",
): string {
  return `${roundFolder(id, round, revision)}/${what}.yml`;
}

/** A debate of a delta that a person revised has a folder of its own, so no earlier round is overwritten. */
function roundFolder(id: string, round: number, revision: number): string {
  const folder = `.factory/exceptions/${id}`;
  return `${revision === 0 ? folder : `${folder}/revision-${revision}`}/round-${round}`;
}

/** The next contract of a module that is to be verified against the new version. */
export function consumerPath(id: string, module: string): string {
  return `.factory/exceptions/${id}/consumers/${module}.yml`;
}
