import { z } from "zod";
import { accept, refuse } from "../../domain/refusal.js";
import type { TestStatus } from "../../domain/validation/test-result.js";
import { boundOutput } from "./bound-output.js";
import { classifyFailure } from "./classify-failure.js";
import { relativeFile } from "./relative-file.js";
import type { BrokenFile, ReportedTest, ReportReader, ReportText } from "./reported-run.js";

const JsonTest = z.looseObject({
  ancestorTitles: z.array(z.string()),
  title: z.string(),
  status: z.enum(["passed", "failed", "skipped", "pending", "todo", "disabled", "focused"]),
  duration: z.number().nullish(),
  failureMessages: z.array(z.string()).nullish(),
});
type JsonTest = z.infer<typeof JsonTest>;

const JsonFile = z.looseObject({
  name: z.string(),
  status: z.string(),
  message: z.string().nullish(),
  assertionResults: z.array(JsonTest),
});
type JsonFile = z.infer<typeof JsonFile>;

/** The JSON of jest, which vitest writes, too. */
const JsonReport = z.looseObject({ numTotalTests: z.number(), testResults: z.array(JsonFile) });

export const readJestJson: ReportReader = (report) => readJson(report, () => false);

/** jest repeats its tests' failures in a file's message. vitest writes only other failures there, such as a hook's. */
export const readVitestJson: ReportReader = (report) => {
  const run = readJson(report, ({ message }) => (message ?? "") !== "");
  if (!run.ok) return run;
  return accept({ ...run.value, broken: [...run.value.broken, ...unhandledErrors(report.printed)] });
};

function readJson({ text, root, printed }: ReportText, failedBesideTests: (file: JsonFile) => boolean) {
  const report = parse(text);
  if (report === undefined) return refuse("report-unreadable", "the report is not the JSON of vitest or jest");
  const tests: ReportedTest[] = [];
  const broken: BrokenFile[] = [];
  for (const suite of report.testResults) {
    const file = relativeFile(suite.name, root);
    tests.push(...suite.assertionResults.map((test) => testOf(test, file, root)));
    if (suite.status !== "failed") continue;
    if (suite.assertionResults.some(({ status }) => status === "failed") && !failedBesideTests(suite)) continue;
    const message = suite.message || `The file failed, and none of its tests did.\n${printed}`;
    const failure = classifyFailure({ text: suite.message ?? "", phase: "collecting", testFile: file, root });
    broken.push({ file, failure, output: boundOutput(message) });
  }
  return accept({ tests, broken, assertions: null });
}

/** vitest fails on uncaught errors, but its JSON lacks them. Only its output has them. */
function unhandledErrors(printed: string): BrokenFile[] {
  const words = boundOutput(printed, printed.length);
  const files = [...words.matchAll(/^This error originated in "([^"\n]+)" test file\./gm)].map(([, file = ""]) => file);
  if (files.length === 0 && !/^Vitest caught \d+ unhandled errors? during the test run\./m.test(words)) return [];
  const output = boundOutput(`An error was thrown that no test caught.\n${words}`);
  const named: readonly (string | null)[] = files.length === 0 ? [null] : [...new Set(files)];
  return named.map((file) => ({ file, failure: "setup", output }));
}

function parse(text: string): z.infer<typeof JsonReport> | undefined {
  try {
    return JsonReport.safeParse(JSON.parse(text)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function testOf(test: JsonTest, file: string | null, root: string): ReportedTest {
  const reported = {
    file,
    titles: [...test.ancestorTitles.filter((title) => title !== ""), test.title],
    status: statusOf(test.status),
    durationMs: Math.max(0, test.duration ?? 0),
  };
  if (reported.status !== "failed") return reported;
  const text = (test.failureMessages ?? []).join("\n");
  return {
    ...reported,
    output: boundOutput(text),
    failure: classifyFailure({ text, phase: "test", testFile: file, root }),
  };
}

function statusOf(status: JsonTest["status"]): TestStatus {
  return status === "passed" || status === "failed" ? status : "skipped";
}
