import { z } from "zod";
import { accept, refuse } from "../../domain/refusal.js";
import { boundOutput } from "./bound-output.js";
import { classifyFailure } from "./classify-failure.js";
import type { BrokenFile, ReportedTest, ReportReader } from "./reported-run.js";

const GoEvent = z.looseObject({
  Action: z.string(),
  Package: z.string().optional(),
  ImportPath: z.string().optional(),
  Test: z.string().optional(),
  Output: z.string().optional(),
  Elapsed: z.number().optional(),
});
type GoEvent = z.infer<typeof GoEvent>;

const STATUSES = { pass: "passed", fail: "failed", skip: "skipped" } as const;

/** `go test -json`. A package stands where other runners name a file: Go runs packages, not files. */
export const readGoTestJson: ReportReader = ({ text, root, printed }) => {
  const events = text.split("\n").flatMap(parseEvent);
  if (events.length === 0) return refuse("report-unreadable", "nothing of the output is an event of go test -json");
  const outputOf = collectOutput(events);
  const tests: ReportedTest[] = [];
  const broken: BrokenFile[] = [];
  const withTests = new Set(events.flatMap((event) => (event.Test === undefined ? [] : [event.Package])));
  for (const event of events) {
    if (!isVerdict(event.Action)) continue;
    const output = outputOf(event);
    if (event.Test !== undefined) tests.push(testOf({ ...event, Test: event.Test }, output, root));
    else if (event.Action === "fail" && !withTests.has(event.Package)) {
      const words = `${output}\n${outputOf({ ...event, Package: undefined })}\n${printed}`;
      const failure = classifyFailure({ text: words, phase: "collecting", testFile: null, root });
      broken.push({ file: event.Package ?? null, failure, output: boundOutput(words) });
    }
  }
  return accept({ tests, broken, assertions: null });
};

/** Other lines are a compiler's; they are part of what was printed. */
function parseEvent(line: string): GoEvent[] {
  if (!line.startsWith("{")) return [];
  try {
    const event = GoEvent.safeParse(JSON.parse(line));
    return event.success ? [event.data] : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

const isVerdict = (action: string): action is keyof typeof STATUSES => action in STATUSES;

type Whose = { readonly Package?: string | undefined; readonly Test?: string | undefined };

function collectOutput(events: readonly GoEvent[]): (of: Whose) => string {
  const key = ({ Package, Test }: Whose) => JSON.stringify([Package ?? "", Test ?? ""]);
  const outputs = new Map<string, string>();
  for (const event of events) {
    if (event.Action !== "output" && event.Action !== "build-output") continue;
    outputs.set(key(event), `${outputs.get(key(event)) ?? ""}${event.Output ?? ""}`);
  }
  return (of) => outputs.get(key(of)) ?? "";
}

function testOf(event: GoEvent & { Test: string }, output: string, root: string): ReportedTest {
  const status = isVerdict(event.Action) ? STATUSES[event.Action] : "failed";
  const test = {
    file: event.Package ?? null,
    titles: event.Test.split("/"),
    status,
    durationMs: Math.max(0, event.Elapsed ?? 0) * 1_000,
  };
  if (status !== "failed") return test;
  // Go has no assertions: t.Error and t.Fatal are how a test says no, and a panic is the code's.
  const failure = classifyFailure({ text: output, phase: "test", testFile: null, root });
  return { ...test, output: boundOutput(output), failure: failure === "setup" ? "assertion" : failure };
}
