import { accept, type Outcome, refuse } from "../../../domain/refusal.js";

/**
 * The format of GITHUB_ENV and GITHUB_OUTPUT: `NAME=value`, or `NAME<<DELIMITER`, lines, `DELIMITER`. The first of `=`
 * and `<<` in a line decides. A later value of the same name wins.
 */
export function parseEnvironmentFile(text: string): Outcome<Record<string, string>> {
  if (text.includes("\0")) return refuse("environment-file-invalid", "the file contains a NUL character");
  const lines = text.split(/\r?\n/);
  const entries: [string, string][] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    if (line === "") continue;
    const [, name = "", mark, rest = ""] = /^(.*?)(=|<<)(.*)$/s.exec(line) ?? [];
    if (name === "" || mark === undefined || (mark === "<<" && rest === "")) {
      return refuse("environment-file-invalid", `Invalid format '${line}': write NAME=value or NAME<<DELIMITER`);
    }
    if (mark === "=") {
      entries.push([name, rest]);
      continue;
    }
    const end = lines.indexOf(rest, index + 1);
    if (end === -1) {
      return refuse(
        "environment-file-invalid",
        `Invalid value for '${name}': the delimiter '${rest}' never comes again`,
      );
    }
    entries.push([name, lines.slice(index + 1, end).join("\n")]);
    index = end;
  }
  return accept(Object.fromEntries(entries));
}
