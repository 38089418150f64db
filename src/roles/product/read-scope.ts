import type { ReferenceDocuments } from "../../context/documents/reference-documents.js";
import { withoutComments, withoutHidden } from "../../context/fence-untrusted.js";
import { commentsOf } from "../../context/rendered-text.js";
import { type Answered, type ClarifyingQuestion, checkQuestions } from "../../domain/ledger/clarifying-question.js";
import { LEDGER_PATH, Ledger } from "../../domain/ledger/ledger.js";
import { ledgerOf } from "../../domain/ledger/ledger-of.js";
import { locateScope } from "../../domain/ledger/locate-scope.js";
import { REQUEST_FILE, Scope } from "../../domain/ledger/scope.js";
import { accept, type Outcome, orThrow } from "../../domain/refusal.js";
import type { FileToWrite } from "../../engine/effects/effect-parts.js";
import type { RepositoryRef, TreeEntry } from "../../engine/ports.js";
import { judgeScope } from "../../features/spec/judge-scope.js";
import type { ProductSpec } from "../../features/spec/product-spec.js";
import { layOutTasks } from "../../features/tasks/task-file/layout.js";
import { tasksInOrder } from "../../features/tasks/task-file/spec-task-file.js";
import type { UsedNumbers } from "../../features/tasks/task-file/task-id.js";
import { readYaml, writeYaml } from "../../yaml/yaml.js";
import type { JobPorts } from "../reading/job-ports.js";
import type { Tree } from "../reading/read-task.js";

export type ScopeReading = {
  readonly specText: string;
  readonly documents: ReferenceDocuments;
  readonly documentText: (entry: TreeEntry) => readonly [string, () => Promise<string>];
  /** The draft that this round continues. */
  readonly previous: ProductSpec | null;
  /** The ledger on the default branch. */
  readonly earlier: Ledger | null;
  /** A text as its role is shown it: secrets are not. */
  readonly shown: (text: string) => string;
  /** Questions whose defaults stand. */
  readonly assumed: readonly Answered[];
};

/** How the scope of a draft is judged: against the request as its role sees it, and the numbers that are given already. */
export function scopeReader({ specText, documents, documentText, previous, earlier, assumed, shown }: ScopeReading) {
  const asShown = (path: string, text: string) => shown(visible(path, text));
  const request = [REQUEST_FILE, asShown(REQUEST_FILE, specText)] as const;
  const numbered = [previous?.scope, earlier].flatMap((rows) => rows ?? []);
  return {
    /** What is wrong with the quotes from SPEC.md; a quote of another document is checked when the spec is handed in. */
    problems: (candidate: unknown): string[] => {
      const scope = Scope.safeParse((candidate as { scope?: unknown } | null)?.scope);
      if (!scope.success) return [];
      const own = scope.data.requirements.filter(({ file }) => file === REQUEST_FILE);
      const located = locateScope({ ...scope.data, requirements: own }, new Map([request]));
      return located.ok ? [] : [located.refusal.message];
    },
    judgeQuestions: (questions: readonly ClarifyingQuestion[]): Outcome<{ questions: ClarifyingQuestion[] }> => {
      const checked = checkQuestions(questions, request[1]);
      return checked.ok ? accept({ questions: [...checked.value] }) : checked;
    },
    judge: async (handedIn: ProductSpec): Promise<Outcome<ProductSpec>> => {
      const spec = withDefaults(handedIn, assumed);
      const rows = [...(spec.scope?.requirements ?? []), ...(spec.scope?.demands_nothing ?? [])];
      const quoted = new Set(rows.map(({ file }) => file));
      const texts = documents.readable.filter(({ path }) => quoted.has(path)).map(documentText);
      const read = texts.map(async ([path, text]) => [path, asShown(path, await text())] as const);
      return judgeScope(spec, { sources: new Map([request, ...(await Promise.all(read))]), numbered });
    },
  };
}

/** What stands because nobody answered is an assumption like any other, whether the role writes it down or not. */
function withDefaults(spec: ProductSpec, assumed: readonly Answered[]): ProductSpec {
  if (spec.scope === undefined || assumed.length === 0) return spec;
  const { assumptions } = spec.scope;
  const known = new Set(assumptions.map(({ text }) => text));
  const texts = assumed
    .map(({ question, answer }) => `${question} By default: ${answer}`)
    .filter((text) => !known.has(text));
  const added = texts.map((text) => ({ text, held_by: [] }));
  return { ...spec, scope: { ...spec.scope, assumptions: [...assumptions, ...added] } };
}

/** Nobody can quote what was removed. */
function visible(path: string, text: string): string {
  const seen = withoutHidden(text.replace(/\r\n?|[\u2028\u2029]/g, "\n"));
  return commentsOf(path) === "keep" ? seen : withoutComments(seen, () => "");
}

export async function readLedger(tree: Pick<Tree, "read">): Promise<Ledger | null> {
  const text = await tree.read(LEDGER_PATH);
  return text === undefined ? null : orThrow(readYaml(LEDGER_PATH, text, Ledger));
}

/** The ledger of a draft beside it; none where the draft has no scope. */
export async function ledgerFiles(
  repository: RepositoryRef,
  spec: ProductSpec,
  { earlier, state }: { readonly earlier: Ledger | null } & Pick<JobPorts, "state">,
): Promise<FileToWrite[]> {
  if (spec.scope === undefined) return [];
  const loaded = await state.load(repository);
  const used: UsedNumbers = loaded.kind === "loaded" ? loaded.state.used_tasks : {};
  const taskIds = new Map(layOutTasks(spec, used).map(({ specTaskId, taskId }) => [specTaskId, taskId]));
  const tasks = tasksInOrder(spec).map(({ task }) => task);
  const ledger = ledgerOf({ ...spec, scope: spec.scope, tasks, taskIds }, earlier);
  return [{ path: LEDGER_PATH, text: writeYaml(ledger, Ledger) }];
}
