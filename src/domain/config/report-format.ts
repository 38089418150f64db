import { z } from "zod";

/** The reports of test runners that can be read. Surefire writes JUnit's XML, jest the JSON that vitest writes. */
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
