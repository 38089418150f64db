import { contextForProduct } from "../context/assembly/context-for.js";
import type { NamedText } from "../context/assembly/role-facts.js";
import { productTools } from "../context/tools/product-tools.js";
import { Config } from "../domain/config/config.js";
import { DRAFT_PATH } from "../domain/factory/artifacts.js";
import type { Intent } from "../domain/factory/intent.js";
import { accept, type Outcome, refuse } from "../domain/refusal.js";
import { specDigest } from "../domain/spec/approval.js";
import { mentionedElements } from "../domain/spec/mentioned-elements.js";
import { comparePatchedSpec, type UnaskedChange } from "../domain/spec/patched-spec.js";
import { ProductSpec } from "../domain/spec/product-spec.js";
import { emitSpec, validateSpec } from "../domain/spec/validate-spec.js";
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
  const check = (answer: ProductSpec): Outcome<ProductSpec> => {
    const emitted = emitSpec(answer);
    if (!emitted.ok) return emitted;
    return previous === null ? accept(answer) : checkPatch(previous, answer, round.feedback);
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
    const intent: Intent = { kind: "draft-failed", at, round: round.number, why: whyNot(outcome), usage };
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

/** An amendment is a patch: what the feedback does not speak of keeps its id and its text. */
function checkPatch(before: ProductSpec, after: ProductSpec, feedback: readonly string[]): Outcome<ProductSpec> {
  const unasked = comparePatchedSpec(before, after, mentionedElements(feedback.join("\n"), before));
  if (unasked.length === 0) return accept(after);
  const list = unasked.map((change) => `- ${describe(change)}`).join("\n");
  return refuse("unasked-change", `The feedback does not speak of these; leave them as they were:\n${list}`, {
    unasked,
  });
}

function describe(change: UnaskedChange): string {
  switch (change.change) {
    case "vanished":
      return `${change.id} (${change.label}) is gone`;
    case "moved":
      return `${change.id} (${change.label}) moved from ${change.from} to ${change.to}`;
    case "changed":
      return `${change.id} (${change.label}) changed in ${change.fields.join(", ")}`;
    default:
      return change satisfies never;
  }
}

function whyNot(outcome: Exclude<RoleOutcome<unknown>, { kind: "answered" }>): string {
  if (outcome.kind === "invalid") return `The draft stayed unusable: ${outcome.problems.join("; ").slice(0, 4_000)}`;
  return `The model gave no draft (${outcome.kind}): ${outcome.why}`;
}
