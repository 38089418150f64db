import { describeResults } from "../tools/search-index-tool.js";
import { ifKnown, type Offer, offer, offerTexts } from "./offer.js";
import type { NamedText, RoleFacts } from "./role-facts.js";

/** What was asked for: of the product, before there are tasks, and of a task. */
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
    ...offerTexts(
      { input: "prior-tasks", title: "Tasks that shipped before", reason: "what this one can build on" },
      facts.priorTasks?.map(priorTask),
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

function productOffers({ request, draft, feedback, research }: RoleFacts): Offer[] {
  const drafts = draft === undefined ? undefined : [{ name: "draft.yml", text: draft }];
  return [
    ...offerTexts({ input: "product-request", title: "What was asked for", reason: "the request itself" }, request),
    ...offerTexts({ input: "product-draft", title: "The draft so far", reason: "to go on from" }, drafts),
    ...offerTexts(
      { input: "human-feedback", title: "What people said", reason: "someone with permission said it" },
      feedback,
    ),
    ...offerTexts({ input: "research", title: "Research", reason: "found for this request" }, research),
  ];
}

type PriorTask = NonNullable<RoleFacts["priorTasks"]>[number];

function priorTask({ task_id, title, commit_sha, changed_files, sealed_files }: PriorTask): NamedText {
  const sealed = sealed_files === 0 ? [] : [`${sealed_files} behind seals, not named`];
  const files = [...changed_files, ...sealed].join(", ") || "none";
  return { name: `${task_id}: ${title}`, text: `commit: ${commit_sha ?? "unknown"}\nfiles: ${files}` };
}
