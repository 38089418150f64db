import { z } from "zod";
import { accept, refuse } from "../../domain/refusal.js";
import { boundOutput } from "./bound-output.js";
import { classifyFailure } from "./classify-failure.js";
import { relativeFile } from "./relative-file.js";
import type { BrokenFile, ReportedTest, ReportReader } from "./reported-run.js";

/** A line of our reporters for `node --test`, mocha and tape, in `gate-presets`: one test, or the end of the report. */
const Line = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("test"),
    file: z.string().nullable(),
    titles: z.array(z.string()).min(1),
    status: z.enum(["passed", "failed", "skipped"]),
    duration_ms: z.number().min(0),
    /** Node reports a file without tests as a test with the file's name. */
    is_file: z.boolean(),
    phase: z.enum(["hook", "test"]),
    error: z.string().nullable(),
    /** A test marked as todo: it ran and failed. */
    excused: z.literal(true).exactOptional(),
  }),
  z.strictObject({ kind: z.literal("end") }),
]);
type TestLine = Extract<z.infer<typeof Line>, { kind: "test" }>;

/**
 * Parses the output of our reporters for `node --test`, mocha and tape. Without its last line the run was interrupted.
 */
export const readNodeTest: ReportReader = ({ text, root }) => {
  const tests: ReportedTest[] = [];
  const broken: BrokenFile[] = [];
  let ended = false;
  for (const [index, raw] of text.split("\n").entries()) {
    if (raw.trim() === "") continue;
    const line = parseLine(raw);
    if (line === undefined || ended) return refuse("report-unreadable", `line ${index + 1} is not the reporter's`);
    if (line.kind === "end") ended = true;
    else if (!line.is_file) tests.push(testOf(line, root));
    else if (line.status === "failed") broken.push(brokenOf(line, root));
  }
  if (!ended) return refuse("report-cut-off", "the report has no end: the runner was stopped or killed");
  return accept({ tests, broken, assertions: null });
};

function parseLine(raw: string): z.infer<typeof Line> | undefined {
  try {
    return Line.safeParse(JSON.parse(raw)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function testOf(line: TestLine, root: string): ReportedTest {
  const file = relativeFile(line.file, root);
  const excused = line.excused === undefined ? {} : { excused: line.excused };
  const test = { file, titles: line.titles, status: line.status, ...excused, durationMs: line.duration_ms };
  if (line.status !== "failed") return test;
  const text = line.error ?? "";
  const failure = classifyFailure({ text, phase: line.phase, testFile: file, root });
  return { ...test, output: boundOutput(text), failure };
}

function brokenOf(line: TestLine, root: string): BrokenFile {
  const file = relativeFile(line.file, root);
  const text = line.error ?? "";
  const failure = classifyFailure({ text, phase: "collecting", testFile: file, root });
  return { file, failure, output: boundOutput(text) };
}
