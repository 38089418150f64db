import { describeResults } from "../tools/search-index-tool.js";
import { documentOffers } from "./document-offers.js";
import { ifKnown, type Offer, offer, offerNone, offerTexts } from "./offer.js";
import type { NamedText, RoleFacts } from "./role-facts.js";

/** The request: of the product, before there are tasks, and of a task. */
export function taskOffers(facts: RoleFacts): Offer[] {
  return [
    ...productOffers(facts),
    ...ifKnown(facts.taskFile, (text) =>
      offer({
        input: "task-file",
        id: "task-file",
        title: "The task",
        reason: "what is to be done",
        stable: true,
        text,
      }),
    ),
    ...ifKnown(facts.acceptanceCriteria, (criteria) =>
      offer({
        input: "acceptance-criteria",
        id: "acceptance-criteria",
        title: "Acceptance criteria",
        reason: "each is to be traced to a test",
        stable: true,
        text: criteria.map((criterion) => `- ${criterion}`).join("\n"),
      }),
    ),
    ...ifKnown(facts.taskDescription, (text) =>
      offer({
        input: "task-description",
        id: "task-description",
        title: "What the task says",
        reason: "what the contract is held to",
        stable: true,
        text,
      }),
    ),
    ...ifKnown(facts.reviewedPlan, (text) =>
      offer({ input: "reviewed-plan", id: "reviewed-plan", title: "The plan", reason: "what is reviewed", text }),
    ),
    ...(facts.planFindings === undefined ? [] : planFindings(facts.planFindings)),
    ...offerTexts(
      { input: "test-setup", title: "How tests are set up", reason: "what tests are written for", stable: true },
      facts.testSetup,
    ),
    ...offerTexts(
      { input: "prior-tasks", title: "Tasks that shipped before", reason: "what this one can build on" },
      facts.priorTasks?.map(priorTask),
    ),
    ...offerTexts(
      { input: "interface-change", title: "The change that is asked for", reason: "the contract is debated for it" },
      facts.interfaceChange,
    ),
    ...ifKnown(facts.indexResults, (results) =>
      offer({
        input: "code-index-results",
        id: "code-index-results",
        title: "Shipped modules that may fit",
        reason: "reuse comes first",
        text: describeResults(results),
      }),
    ),
  ];
}

function productOffers({ request, documents, draft, feedback, research, webSearch }: RoleFacts): Offer[] {
  const drafts = draft === undefined ? undefined : [{ name: "draft.yml", text: draft }];
  return [
    ...offerTexts({ input: "product-request", title: "What was asked for", reason: "the request itself" }, request),
    ...(documents === undefined ? [] : documentOffers(documents)),
    ...offerTexts({ input: "product-draft", title: "The draft so far", reason: "to go on from" }, drafts),
    ...offerTexts(
      { input: "human-feedback", title: "What people said", reason: "someone with permission said it" },
      feedback,
    ),
    ...offerTexts({ input: "research", title: "Research", reason: "read for an earlier draft" }, research),
    ...(webSearch === undefined || webSearch.offered ? [] : [searchKeptBack(webSearch.why)]),
  ];
}

/** An unavailable search is offered, so that the pack shows that the role did not have it, and why. */
function searchKeptBack(why: string): Offer {
  const reason = `the web cannot be searched: ${why}`;
  const facts = { input: "research", id: "web-search", title: "Web search", reason } as const;
  return { ...offer({ ...facts, text: "" }), atMost: "NEVER" };
}

function planFindings(reviews: readonly NamedText[]): Offer[] {
  const known = {
    input: "plan-findings",
    title: "Findings of the plan's reviews",
    reason: "each is answered",
  } as const;
  const none = { ...known, id: known.input, text: "none: no plan of this task was reviewed before" };
  return reviews.length === 0 ? [offerNone(none)] : offerTexts(known, reviews);
}

type PriorTask = NonNullable<RoleFacts["priorTasks"]>[number];

/** More of one task's files are counted: `list` and `glob` name each. */
const MOST_FILES = 20;

function priorTask({
  task_id,
  title,
  commit_sha,
  changed_files,
  sealed_files,
  modules,
  lines: counted,
}: PriorTask): NamedText {
  const files = [...changed_files, ...sealed_files.map((path) => `${path} [sealed]`)];
  const more = files.length - MOST_FILES;
  const named = [...files.slice(0, MOST_FILES), ...(more > 0 ? [`${more} more`] : [])].join(", ") || "none";
  const lines = [
    `commit: ${commit_sha ?? "unknown"}`,
    ...modules.map(
      ({ ref, entry, exports }) => `module: ${ref}, entry ${entry}, exports ${exports.join(", ") || "nothing"}`,
    ),
    `files: ${named}`,
    ...(counted === undefined ? [] : [`lines: ${counted.additions} added, ${counted.deletions} deleted`]),
  ];
  return { name: `${task_id}: ${title}`, text: lines.join("\n") };
}
