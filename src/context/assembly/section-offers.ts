import type { Role } from "../../domain/artifacts/producer.js";
import {
  type FileList,
  type PromptSections,
  promptSections,
  type SectionsInput,
} from "../../domain/enforcement/prompt-sections.js";
import type { RetryContext } from "../../domain/enforcement/retry-context.js";
import { type Offer, offer, offerFor } from "./offer.js";
import { maySeeFinding } from "./quotable.js";

/** The injected sections of seed 000, layer 2, each under the row of the table it belongs to. Empty ones are not offered. */
export function sectionOffers(input: SectionsInput): Offer[] {
  const sections = promptSections(input);
  return [
    section("module-contract", "must-create", "What this module must create", obligations(sections)),
    section("dependency-exports", "available-imports", "Available imports, verified to exist", imports(sections)),
    section("do-not-import", "do-not-import", "Do not import", forbidden(sections)),
    section("workspace", "files-so-far", "Files changed so far", filesSoFar(sections)),
    previousOffer(sections.previous_attempt),
  ].flat();
}

function section(input: Offer["input"], id: string, title: string, text: string): Offer[] {
  return text === ""
    ? []
    : [offer({ input, id, title, text, reason: `injected before the work: ${title.toLowerCase()}` })];
}

function obligations({ must_create, requirements, guidance }: PromptSections): string {
  return [
    listed("YOU MUST CREATE", must_create, "Each of these is required; more is welcome."),
    listed("REQUIREMENTS (must pass)", requirements),
    listed("GUIDANCE (should follow)", guidance),
  ]
    .filter((text) => text !== "")
    .join("\n\n");
}

function imports({ available_imports }: PromptSections): string {
  return available_imports
    .map(({ from, exports }) =>
      [`From "${from}":`, ...exports.map(({ name, type }) => `  - ${name} (${type})`)].join("\n"),
    )
    .join("\n");
}

function forbidden({ do_not_import }: PromptSections): string {
  const why = { "not-shipped": "has not shipped", "not-a-dependency": "is not a declared dependency" };
  return do_not_import.map(({ name, module, reason }) => `- ${name}: ${module} ${why[reason]}`).join("\n");
}

function filesSoFar({ files_created, files_modified }: PromptSections): string {
  return [fileLine("Created", files_created), fileLine("Modified", files_modified)]
    .filter((text) => text !== "")
    .join("\n");
}

function fileLine(verb: string, { shown, left_out, sealed }: FileList): string {
  if (shown.length + left_out + sealed === 0) return "";
  const notes = [
    ...(left_out === 0 ? [] : [`${left_out} more`]),
    ...(sealed === 0 ? [] : [`${sealed} behind seals, not named`]),
  ];
  return `${verb}: ${[...shown, ...notes].join(", ")}`;
}

function previousOffer(retry: RetryContext | null): Offer[] {
  if (retry === null) return [];
  return [
    offerFor({
      input: "gate-results",
      id: "previous-attempt",
      title: "The attempt before this one",
      reason: "what has to be different this time",
      content: retry,
      text: ({ role }) => previous(retry, role),
    }),
  ];
}

function previous({ attempt, max_attempts, previous_violations }: RetryContext, role: Role): string {
  const violations = previous_violations.map(({ source, check, message, expected, actual }) => {
    const found = maySeeFinding(role, check) ? [`- Expected: ${expected}`, `- Got: ${actual}`] : [];
    return [`**${message}** (${source}, ${check})`, ...found].join("\n");
  });
  const head = `PREVIOUS ATTEMPT FAILED. This is attempt ${attempt} of ${max_attempts}. Fix exactly these:`;
  return [head, ...violations].join("\n\n");
}

function listed(title: string, items: readonly string[], note?: string): string {
  if (items.length === 0) return "";
  return [`## ${title}`, ...items.map((item) => `- ${item}`), ...(note === undefined ? [] : [note])].join("\n");
}
