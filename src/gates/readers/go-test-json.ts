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

/** `go test -json`. A package replaces the file of other runners, because Go runs packages. */
export const readGoTestJson: ReportReader = ({ text, root, printed }) => {
  const events = text.split("\n").flatMap(parseEvent);
  if (events.length === 0) return refuse("report-unreadable", "nothing of the output is an event of go test -json");
  const outputOf = collectOutput(events);
  const tests: ReportedTest[] = [];
  const broken: BrokenFile[] = [];
  for (const [name, own] of eventsByPackage(events)) {
    for (const event of [...own.filter(({ Action }) => isVerdict(Action)), ...unfinishedTests(own)]) {
      if (event.Test !== undefined) tests.push(testOf({ ...event, Test: event.Test }, outputOf(event), root));
    }
    const why = packageProblem(own, outputOf);
    if (why === undefined) continue;
    const words = [why, ...explanations(own).map(outputOf), outputOf({}), printed].join("\n");
    const failure = classifyFailure({ text: words, phase: "collecting", testFile: null, root });
    broken.push({ file: name, failure, output: boundOutput(words) });
  }
  return accept({ tests, broken, assertions: null });
};

function eventsByPackage(events: readonly GoEvent[]): Map<string, GoEvent[]> {
  const groups = new Map<string, GoEvent[]>();
  for (const event of events) {
    if (event.Package === undefined) continue;
    const group = groups.get(event.Package);
    if (group === undefined) groups.set(event.Package, [event]);
    else group.push(event);
  }
  return groups;
}

/**
 * Tests that started but never ended, because the process ended: a panic, an exit or the time limit. They have not
 * passed.
 */
function unfinishedTests(events: readonly GoEvent[]): GoEvent[] {
  const ended = new Set(events.filter(({ Action }) => isVerdict(Action)).map(({ Test }) => Test));
  return events.filter(({ Action, Test }) => Action === "run" && !ended.has(Test));
}

/** The problem of a package as a whole, if its failing tests do not explain it; otherwise undefined. */
function packageProblem(events: readonly GoEvent[], outputOf: (of: Whose) => string): string | undefined {
  const verdict = events.find(({ Action, Test }) => Test === undefined && isVerdict(Action));
  if (verdict === undefined) return "The package was given no verdict: go test was cut off.";
  if (verdict.Action !== "fail") return undefined;
  const ofTests = events.filter(({ Test }) => Test !== undefined);
  if (ofTests.length === 0) return "";
  const failed = ofTests.filter(({ Action }) => Action === "fail");
  const died = failed.some((event) => /^(?:panic|fatal error): /m.test(outputOf(event)));
  if (died || unfinishedTests(ofTests).length > 0) return "The test process ended before its tests did.";
  return failed.length > 0 ? undefined : "The package failed, and none of its tests did.";
}

/** The output that explains a package's failure: its own, and that of its failed or interrupted tests. */
function explanations(events: readonly GoEvent[]): Whose[] {
  const failed = events.filter(({ Action, Test }) => Test !== undefined && Action === "fail");
  return [...failed, ...unfinishedTests(events), { Package: events[0]?.Package }];
}

/** Other lines come from the compiler and belong to the output. */
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
  // Go has no assertions: a test fails with t.Error and t.Fatal. A panic comes from the code.
  const failure = classifyFailure({ text: output, phase: "test", testFile: null, root });
  return { ...test, output: boundOutput(output), failure: failure === "setup" ? "assertion" : failure };
}
