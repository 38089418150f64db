import { DRAFT_PATH } from "./domain/factory/artifacts.js";
import { specDigest } from "./domain/spec/approval.js";
import { ProductSpec } from "./domain/spec/product-spec.js";
import { emitSpec } from "./domain/spec/validate-spec.js";
import { ModelUnavailable } from "./errors.js";
import type { Clock, JobEffect, JobResult, Model, RepositoryRef, StateStore } from "./ports.js";
import { writeYaml } from "./yaml.js";

/** One round of the Product Loop: what the role needs is read, it is asked, and its answer is believed only as far as it checks out. */
export async function draftSpecJob(
  repository: RepositoryRef,
  { key, round }: JobEffect,
  ports: { readonly state: StateStore; readonly model: Model; readonly clock: Clock; readonly signal: AbortSignal },
): Promise<JobResult> {
  const { state, model, clock, signal } = ports;
  const specText = await state.readBlob(repository, round.spec_blob);
  const loaded = round.kind === "amend" ? await state.load(repository) : null;
  const stored = loaded?.kind === "loaded" ? await state.read(repository, loaded.head, [DRAFT_PATH]) : null;
  const previousDraft = stored?.get(DRAFT_PATH) ?? null;
  let answer: unknown;
  try {
    answer = await model.draftSpec({ key, round, specText, previousDraft, signal });
  } catch (error) {
    if (!(error instanceof ModelUnavailable)) throw error; // passing trouble: the next sweep asks again
    return { intents: [{ kind: "draft-failed", at: clock.now(), round: round.number, why: error.message }], files: [] };
  }
  const spec = emitSpec(answer);
  const at = clock.now();
  if (!spec.ok) {
    return { intents: [{ kind: "draft-failed", at, round: round.number, why: spec.refusal.message }], files: [] };
  }
  return {
    intents: [{ kind: "spec-drafted", at, round: round.number, spec_digest: specDigest(spec.value.spec) }],
    files: [{ path: DRAFT_PATH, text: writeYaml(spec.value.spec, ProductSpec) }],
  };
}
