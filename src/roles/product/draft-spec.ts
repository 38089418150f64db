import { documentsNamedIn, referenceDocuments } from "../../context/documents/reference-documents.js";
import { contextForProduct } from "../../context/sections/context-for.js";
import type { NamedText } from "../../context/sections/role-facts.js";
import { Config } from "../../domain/config/config.js";
import type { Deficiency, ValidationReport } from "../../domain/deficiency.js";
import { accept, type Outcome, orThrow, refuse } from "../../domain/refusal.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { JobEffect, JobResult, RepositoryRef, TreeEntry } from "../../engine/ports.js";
import { specDigest } from "../../features/spec/approval.js";
import { DRAFT_PATH } from "../../features/spec/draft-paths.js";
import { type DraftBefore, judgeDraft, stubbornDeficiencies } from "../../features/spec/judge-draft.js";
import { ProductSpec } from "../../features/spec/product-spec.js";
import { validateSpec } from "../../features/spec/validate-spec.js";
import type { RoleModel, RoleOutcome, WebSearch } from "../../model/model-port.js";
import { readYaml, writeYaml } from "../../yaml/yaml.js";
import { answerRecords, packFile } from "../asking/records.js";
import { reuseCandidates } from "../planner/reuse-candidates.js";
import { question } from "../question.js";
import type { JobPorts } from "../reading/job-ports.js";
import { configIn, readIndex, readSeals, readTree } from "../reading/read-task.js";
import { roleIds } from "../reading/role-ids.js";
import { type EmittedSpec, emittedQuestions, emittedSpec } from "./emitted-spec.js";
import { keptDraft } from "./kept-draft.js";
import { productDraft } from "./product-draft.js";
import { productTools } from "./product-tools.js";
import { ledgerFiles, readLedger, scopeReader } from "./read-scope.js";

type Drafting = Extract<JobEffect, { kind: "draft-spec" }>;

/** Far more than ten searches find; the state must be bounded. */
const MAX_SOURCES = 200;

/** One round of the Product Loop. The answer is used only as far as it can be checked. */
export async function draftSpec(repository: RepositoryRef, effect: Drafting, ports: JobPorts): Promise<JobResult> {
  const { round, request } = effect;
  const { state, clock, signal } = ports;
  const specText = await state.readBlob(repository, round.spec_blob);
  const previous = round.kind === "amend" ? await previousDraft(repository, ports) : null;
  const ids = roleIds(request.issue, null, round.number);
  const {
    config,
    index,
    documents,
    documentText,
    earlier: ledger,
  } = await readBase(repository, effect, specText, ports);
  const scope = scopeReader({
    ...{ specText, documents, documentText, previous, earlier: ledger },
    shown: ports.model.shown ?? ((text) => text),
    assumed: round.kind === "fresh" ? (round.answers ?? []).filter(({ by }) => by === null) : [],
  });
  const validate = (candidate: unknown) => {
    const { errors, warnings } = validateSpec(candidate, config.clarity);
    return { errors: [...errors, ...scope.problems(candidate).map(scopeDeficiency)], warnings };
  };
  // Opened at the first search: without shipped modules a spec needs no embedder.
  let opened: ReturnType<JobPorts["indexOf"]> | undefined;
  const codeIndex = () => {
    opened ??= ports.indexOf(index, config.embedder);
    return opened;
  };
  const webSearch = webSearchFor(ports.model, config);
  const earlier = round.sources ?? [];
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
      request: [
        { name: "SPEC.md", text: specText },
        { name: "the issue", text: `title: ${request.title}\ninstant of this call: ${clock.now()}` },
      ],
      ...(earlier.length === 0 ? {} : { research: [{ name: "addresses", text: earlier.join("\n") }] }),
      documents,
      webSearch,
      indexResults: index.length === 0 ? [] : await reuseCandidates(codeIndex(), [request.title, specText]),
      ...(previous === null ? {} : { draft: writeYaml(previous, ProductSpec) }),
      feedback: feedbackOf(effect),
    },
  );
  const before: DraftBefore = previous === null ? null : { draft: previous, feedback: round.feedback };
  const reports: ValidationReport[] = [];
  const kept = keptDraft(previous === null ? null : writeYaml(previous, ProductSpec));
  const mayAsk = round.number === 1 && config.questions === "ask";
  const read = async (candidate: unknown): Promise<Outcome<EmittedSpec>> => {
    const asked = emittedQuestions(candidate);
    if (!asked.ok) return asked;
    if (asked.value !== null) return mayAsk ? scope.judgeQuestions(asked.value) : NOT_NOW;
    const emitted = emittedSpec(candidate, kept.text());
    if (!emitted.ok) return emitted;
    reports.push(validate(emitted.value));
    const judged = judgeDraft(emitted.value, before);
    return judged.ok ? scope.judge(judged.value) : judged;
  };
  const outcome = await ports.model.ask(
    question({
      activity: productDraft,
      subject: { task: null, module: null, attempt: round.number },
      ...context,
      tools: productTools({
        files: new Map([["SPEC.md", async () => specText], ...documents.readable.map(documentText)]),
        draft: kept,
        validate,
        searchIndex: (query) => codeIndex().search(query),
        boundary,
      }),
      webSearch,
      check: accept,
      read,
      config,
      signal,
    }),
  );
  const at = clock.now();
  const usage = [...outcome.usage];
  if (outcome.kind !== "answered") {
    const event: FactoryEvent = {
      kind: "draft-failed",
      at,
      round: round.number,
      why: whyNot(outcome, stubbornDeficiencies(reports)),
      usage,
    };
    return { events: [event], files: [packFile(context.pack)] };
  }
  const questions = orThrow(emittedQuestions(outcome.value));
  if (questions !== null) {
    const asked: FactoryEvent = {
      kind: "clarification-asked",
      at,
      round: round.number,
      questions: [...questions],
      usage,
    };
    return { events: [asked], files: [packFile(context.pack)] };
  }
  const handedIn = orThrow(emittedSpec(outcome.value, kept.text()));
  const spec = handedIn.scope === undefined ? handedIn : orThrow(await scope.judge(handedIn));
  const event: FactoryEvent = {
    kind: "spec-drafted",
    at,
    round: round.number,
    spec_digest: specDigest(spec),
    sources: [...new Set([...earlier, ...outcome.sources])].slice(0, MAX_SOURCES),
    ...queriesOf([...(round.queries ?? []), ...(outcome.queries ?? [])]),
    ...(webSearch.offered ? {} : { unsearched: webSearch.why }),
    usage,
  };
  const records = answerRecords({
    pack: context.pack,
    type: "PRODUCT_SPEC",
    artifact: DRAFT_PATH,
    task: null,
    ids,
    now: at,
  });
  const draft = { path: DRAFT_PATH, text: writeYaml(spec, ProductSpec) };
  return {
    events: [event],
    files: [draft, ...(await ledgerFiles(repository, spec, { earlier: ledger, state })), ...records],
  };
}

const NOT_NOW = refuse(
  "not-now",
  "questions: people are not asked now. Decide what is open in the narrowest way, and write it down as an assumption of the scope",
);

function scopeDeficiency(message: string): Deficiency {
  return { path: "scope", field: "scope", severity: "ERROR", message };
}

function queriesOf(asked: readonly string[]): { readonly queries?: string[] } {
  return asked.length === 0 ? {} : { queries: [...new Set(asked)].slice(0, MAX_SOURCES) };
}

/** Both the operator of the model and the owner of the repository can disable it. */
function webSearchFor({ webSearch }: RoleModel, { web_search }: Config): WebSearch {
  return web_search ? webSearch : { offered: false, why: "`web_search` is off in .factory/config.yml" };
}

/** People's settings apply to this role like to any other, and a shipped module may be what is requested. */
async function readBase(repository: RepositoryRef, { base }: Drafting, specText: string, { reader }: JobPorts) {
  /** A document is read when the role asks for it. */
  const documentText = ({ path, blob }: TreeEntry) => [path, () => reader.blob(repository, blob)] as const;
  if (base === null)
    return {
      config: Config.parse({}),
      index: [],
      documents: { readable: [], leftOut: [] },
      documentText,
      earlier: null,
    };
  const tree = await readTree(repository, base, reader);
  const [config, index, earlier] = await Promise.all([configIn(tree), readIndex(tree), readLedger(tree)]);
  const named = documentsNamedIn(specText, tree.entries);
  const seals = named.length === 0 ? [] : await readSeals(tree, index);
  return { config, index, documents: referenceDocuments(named, { seals, config }), documentText, earlier };
}

async function previousDraft(repository: RepositoryRef, { state }: JobPorts): Promise<ProductSpec | null> {
  const loaded = await state.load(repository);
  if (loaded.kind !== "loaded") return null;
  const text = (await state.read(repository, loaded.head, [DRAFT_PATH])).get(DRAFT_PATH);
  return text === undefined ? null : orThrow(readYaml(DRAFT_PATH, text, ProductSpec));
}

function feedbackOf({ round }: Drafting): NamedText[] {
  const name = round.kind === "amend" ? "points to address in the draft" : "reasons why an earlier draft was rejected";
  const answers = (round.answers ?? []).map(({ question, answer, by }) => ({
    name: by === null ? "a question that nobody answered; its default stands" : "an answer to a question of yours",
    text: `${question}\n${answer}`,
  }));
  return [...answers, ...round.feedback.map((text) => ({ name, text }))];
}

function whyNot(outcome: Exclude<RoleOutcome<unknown>, { kind: "answered" }>, stubborn: readonly Deficiency[]): string {
  if (outcome.kind !== "invalid") return `The model gave no draft (${outcome.kind}): ${outcome.why}`;
  if (stubborn.length === 0) return `The draft stayed unusable: ${outcome.problems.join("; ").slice(0, 4_000)}`;
  const list = stubborn.map(({ message }) => message).join("; ");
  return `The same came back when it was pointed out, so it is yours to decide: ${list.slice(0, 4_000)}`;
}
