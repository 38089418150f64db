import type { Role } from "../../domain/artifacts/producer.js";
import type { AvailableExport } from "../../domain/enforcement/execution-context.js";
import {
  bySource,
  type FileList,
  type PreviousAttempt,
  type PromptSections,
  promptSections,
  type SectionsInput,
} from "../../domain/enforcement/prompt-sections.js";
import { type Offer, offer, offerFor } from "./offer.js";
import { maySeeFinding } from "./quotable.js";

/**
 * The injected sections (requirements.md#prompt-sections), each under the row of the table it belongs to. Empty ones
 * are not offered.
 */
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

/** What the planner may use: there is no module yet that would import it. */
export function exportsOffer(exports: readonly AvailableExport[]): Offer[] {
  const text = imports({ available_imports: bySource(exports) });
  return section("dependency-exports", "available-imports", "Exports of the modules this task depends on", text);
}

function imports({ available_imports }: Pick<PromptSections, "available_imports">): string {
  return available_imports
    .map(({ from, exports }) =>
      [`From "${from}":`, ...exports.map(({ name, type }) => `  - ${name} (${type ?? "as its contract says"})`)].join(
        "\n",
      ),
    )
    .join("\n");
}

function forbidden({ do_not_import, do_not_import_left_out: leftOut }: PromptSections): string {
  const why = { "not-shipped": "has not shipped", "not-a-dependency": "is not a declared dependency" };
  const more =
    leftOut === 0 ? [] : [`[exports of ${leftOut} more shipped modules are not listed, and not to be imported]`];
  return [...do_not_import.map(({ name, module, reason }) => `- ${name}: ${module} ${why[reason]}`), ...more].join(
    "\n",
  );
}

function filesSoFar({ files_created, files_modified, lines }: PromptSections): string {
  const { additions, deletions } = lines;
  const counted = additions + deletions === 0 ? "" : `Lines: ${additions} added, ${deletions} deleted`;
  return [fileLine("Created", files_created), fileLine("Modified", files_modified), counted]
    .filter((text) => text !== "")
    .join("\n");
}

function fileLine(verb: string, { shown, left_out }: FileList): string {
  if (shown.length === 0) return "";
  const names = shown.map(({ path, sealed }) => (sealed ? `${path} [sealed]` : path));
  return `${verb}: ${[...names, ...(left_out === 0 ? [] : [`${left_out} more`])].join(", ")}`;
}

function previousOffer(attempt: PreviousAttempt | null): Offer[] {
  if (attempt === null) return [];
  return [
    offerFor({
      input: "gate-results",
      id: "previous-attempt",
      title: "The attempt before this one",
      reason: "what has to be different this time",
      content: attempt,
      text: ({ role }) => previous(attempt, role),
    }),
  ];
}

const KEPT = "The workspace is as you left it. Fix exactly these:";
const RESTORED =
  "The workspace is back at the commit in which the tests failed: what you wrote in that attempt is gone. Write the module anew, so that none of these comes back:";

function previous({ attempt, max_attempts, previous_violations, keeps_tree }: PreviousAttempt, role: Role): string {
  const violations = previous_violations.map(({ source, check, message, expected, actual }) => {
    const found = [
      ...(expected === "" ? [] : [`- ${source === "gate" ? "What to do" : "Expected"}: ${expected}`]),
      ...(actual === "" ? [] : [`- Got: ${actual}`]),
    ];
    return [`**${message}** (${source}, ${check})`, ...(maySeeFinding(role, check) ? found : [])].join("\n");
  });
  const head = `PREVIOUS ATTEMPT FAILED. This is attempt ${attempt} of ${max_attempts}. ${keeps_tree ? KEPT : RESTORED}`;
  return [head, ...violations].join("\n\n");
}

function listed(title: string, items: readonly string[], note?: string): string {
  if (items.length === 0) return "";
  return [`## ${title}`, ...items.map((item) => `- ${item}`), ...(note === undefined ? [] : [note])].join("\n");
}
