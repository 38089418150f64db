import { plainLine } from "../../render/plain-text.js";

/** The shown part of a finding. */
type Shown = {
  readonly level: "error" | "warning" | "note";
  readonly what: string;
  readonly why: string;
  readonly fix: string;
  readonly link: string | null;
};

export const DOCTOR_CHECK_NAME = "factory / doctor";

/** The check run of a diagnosis: red for what stops the App, neutral for hints. */
export function doctorCheck(findings: readonly Shown[]): {
  readonly conclusion: "success" | "failure" | "neutral";
  readonly title: string;
  readonly summary: string;
} {
  const count = (level: Shown["level"]) => findings.filter((finding) => finding.level === level).length;
  const [errors, warnings, notes] = [count("error"), count("warning"), count("note")];
  const words = [plural(errors, "problem"), plural(warnings, "warning"), plural(notes, "note")].filter(
    (text) => text !== "",
  );
  return {
    conclusion: errors > 0 ? "failure" : warnings > 0 ? "neutral" : "success",
    title: words.length === 0 ? "Nothing stands in the way" : words.join(", "),
    summary:
      findings.length === 0
        ? "Permissions, workflow, labels, Actions and branch rules were looked at. Nothing stands in the way."
        : findings.map(item).join("\n"),
  };
}

const MARKS = { error: "🔴", warning: "🟡", note: "⚪" } as const;

function item({ level, what, why, fix, link }: Shown): string {
  const where = link === null ? "" : ` ([open](${link}))`;
  return `- ${MARKS[level]} **${plainLine(what)}** ${plainLine(why)} _${plainLine(fix)}_${where}`;
}

function plural(count: number, word: string): string {
  return count === 0 ? "" : `${count} ${word}${count === 1 ? "" : "s"}`;
}
