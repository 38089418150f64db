import { z } from "zod";

/** The formats of test reports that can be read. Surefire writes JUnit's XML; jest writes the same JSON as vitest. */
export const ReportFormat = z.enum([
  "node-test",
  "vitest-json",
  "jest-json",
  "junit",
  "surefire",
  "go-json",
  "cargo",
  "tap",
]);
export type ReportFormat = z.infer<typeof ReportFormat>;
