import { contextForProduct } from "../context/assembly/context-for.js";
import type { NamedText } from "../context/assembly/role-facts.js";
import { productTools } from "../context/tools/product-tools.js";
import { Config } from "../domain/config/config.js";
import type { Deficiency, ValidationReport } from "../domain/deficiency.js";
import { DRAFT_PATH } from "../domain/factory/artifacts.js";
import type { Intent } from "../domain/factory/intent.js";
import type { Outcome } from "../domain/refusal.js";
import { specDigest } from "../domain/spec/approval.js";
import { type DraftBefore, judgeDraft, stubbornDeficiencies } from "../domain/spec/judge-draft.js";
import { ProductSpec } from "../domain/spec/product-spec.js";
import { validateSpec } from "../domain/spec/validate-spec.js";
import type { RoleOutcome } from "../model-port.js";
import type { JobEffect, JobResult, RepositoryRef } from "../ports.js";
import { productDraft } from "../roles/product-draft.js";
import { question } from "../roles/question.js";
import { readYaml, writeYaml } from "../yaml.js";
import type { JobPorts } from "./job-ports.js";
import { orThrow } from "./or-throw.js";
import { packFile } from "./records.js";
import { roleIds } from "./role-ids.js";

type Drafting = Extract<JobEffect, { kind: "draft-spec" }>;

/** One round of the Product Loop. The answer is believed only as far as it checks out. */
export async function draftSpec(repository: RepositoryRef, effect: Drafting, ports: JobPorts): Promise<JobResult> {
  const { round, request } = effect;
  const { state, clock, signal } = ports;
  const specText = await state.readBlob(repository, round.spec_blob);
  const previous = round.kind === "amend" ? await previousDraft(repository, ports) : null;
  const ids = roleIds(request.issue, null, round.number);
  const config = Config.parse({});
  const boundary = ports.boundaryFor(`product-${request.issue}`);
  const context = contextForProduct(
    {
      packId: ids.artifact("CONTEXT_PACK"),
      runId: ids.runId,
      task: null,
      head: null,
      boundary,
      now: clock.now(),
      sizing: config.sizing,
    },
    {
      request: [{ name: "SPEC.md", text: specText }],
      ...(previous === null ? {} : { draft: writeYaml(previous, ProductSpec) }),
      feedback: feedbackOf(effect),
    },
  );
  const before: DraftBefore = previous === null ? null : { draft: previous, feedback: round.feedback };
  const reports: ValidationReport[] = [];
  const check = (answer: ProductSpec): Outcome<ProductSpec> => {
    reports.push(validateSpec(answer));
    return judgeDraft(answer, before);
  };
  const outcome = await ports.model.ask(
    question({
      move: productDraft,
      subject: { task: null, module: null, attempt: round.number },
      given: context.given,
      tools: productTools({
        files: new Map([["SPEC.md", specText]]),
        draft: previous === null ? null : writeYaml(previous, ProductSpec),
        validate: validateSpec,
        searchIndex: (query) => ports.indexOf([]).search(query),
        boundary,
      }),
      check,
      config,
      signal,
    }),
  );
  const at = clock.now();
  const usage = [...outcome.usage];
  if (outcome.kind !== "answered") {
    const intent: Intent = {
      kind: "draft-failed",
      at,
      round: round.number,
      why: whyNot(outcome, stubbornDeficiencies(reports)),
      usage,
    };
    return { intents: [intent], files: [packFile(context.pack)] };
  }
  const intent: Intent = {
    kind: "spec-drafted",
    at,
    round: round.number,
    spec_digest: specDigest(outcome.value),
    sources: [...outcome.sources],
    usage,
  };
  return {
    intents: [intent],
    files: [{ path: DRAFT_PATH, text: writeYaml(outcome.value, ProductSpec) }, packFile(context.pack)],
  };
}

async function previousDraft(repository: RepositoryRef, { state }: JobPorts): Promise<ProductSpec | null> {
  const loaded = await state.load(repository);
  if (loaded.kind !== "loaded") return null;
  const text = (await state.read(repository, loaded.head, [DRAFT_PATH])).get(DRAFT_PATH);
  return text === undefined ? null : orThrow(readYaml(DRAFT_PATH, text, ProductSpec));
}

function feedbackOf({ round }: Drafting): NamedText[] {
  const name = round.kind === "amend" ? "points to address in the draft" : "reasons why an earlier draft was rejected";
  return round.feedback.map((text) => ({ name, text }));
}

function whyNot(outcome: Exclude<RoleOutcome<unknown>, { kind: "answered" }>, stubborn: readonly Deficiency[]): string {
  if (outcome.kind !== "invalid") return `The model gave no draft (${outcome.kind}): ${outcome.why}`;
  if (stubborn.length === 0) return `The draft stayed unusable: ${outcome.problems.join("; ").slice(0, 4_000)}`;
  const list = stubborn.map(({ message }) => message).join("; ");
  return `The same came back when it was pointed out, so it is yours to decide: ${list.slice(0, 4_000)}`;
}
