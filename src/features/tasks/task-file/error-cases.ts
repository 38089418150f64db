import { isBlank, isPlaceholder } from "../../../domain/placeholder.js";

/**
 * The error cases of a task file, one for each statement about error surfaces (decisions.md#task-files-say-none).
 * Statements end at a line end or a semicolon, and lose their list marker. If a statement would be empty, the text is
 * kept whole.
 */
export function errorCasesFrom(errorSurfaces: string): string[] {
  const statements = errorSurfaces
    .split(/\n|;(?=\s|$)/)
    .map((statement) => statement.trim().replace(/^(?:[-*+•]|\d+[.)])\s+/, ""))
    .filter((statement) => !isBlank(statement));
  return statements.some(isPlaceholder) ? [errorSurfaces] : statements;
}
