import { z } from "zod";

export const Severity = z.enum(["ERROR", "WARNING"]);
export type Severity = z.infer<typeof Severity>;

/** One problem of a document: its place (`path`), the field, the severity, and a sentence that says what to do. */
export const Deficiency = z.strictObject({
  path: z.string(),
  field: z.string(),
  severity: Severity,
  message: z.string().min(1),
});
export type Deficiency = z.infer<typeof Deficiency>;

/** Errors block; warnings are shown to the person who decides. */
export type ValidationReport = { readonly errors: readonly Deficiency[]; readonly warnings: readonly Deficiency[] };

export function toReport(deficiencies: readonly Deficiency[]): ValidationReport {
  return {
    errors: deficiencies.filter((deficiency) => deficiency.severity === "ERROR"),
    warnings: deficiencies.filter((deficiency) => deficiency.severity === "WARNING"),
  };
}

/** Zod's issues in our own format: `pillars[0].epics[2].name`, field `name`. */
export function deficienciesFromZod(error: z.ZodError): Deficiency[] {
  return error.issues.map((issue) => ({
    path: formatPath(issue.path),
    field: String(issue.path.findLast((segment) => typeof segment === "string") ?? ""),
    severity: "ERROR",
    message: issue.message,
  }));
}

export function formatPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, segment) => {
    if (typeof segment === "number") return `${text}[${segment}]`;
    return text === "" ? String(segment) : `${text}.${String(segment)}`;
  }, "");
}
