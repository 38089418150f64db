import { accept, refuse } from "../../domain/refusal.js";
import { boundOutput } from "./bound-output.js";
import { classifyFailure } from "./classify-failure.js";
import type { BrokenFile, ReportedRun, ReportedTest, ReportReader } from "./reported-run.js";

const RUNNING = /^\s*Running (?:unittests )?(\S+\.rs)\b/;
const DOC_TESTS = /^\s*Doc-tests (\S+)/;
const TEST = /^test (.+?)(?: - should panic)? \.\.\. (ok|FAILED|ignored)\b/;
const FAILURE = /^---- (.+?) stdout ----$/;
const STATUSES = { ok: "passed", FAILED: "failed", ignored: "skipped" } as const;

/** The output of `cargo test`, both streams in one (stable Rust has no machine-readable report). */
export const readCargoTest: ReportReader = ({ text, root }) => {
  if (!/^test result: /m.test(text)) return notRun(text, root);
  const outputs = failureOutputs(text);
  const tests: ReportedTest[] = [];
  let file: string | null = null;
  for (const line of text.split("\n")) {
    file = targetOf(line) ?? file;
    const [, name, word] = TEST.exec(line) ?? [];
    if (name === undefined || !isStatusWord(word)) continue;
    tests.push(testOf({ file, name, status: STATUSES[word] }, outputs.get(name) ?? "", root));
  }
  return accept({ tests, broken: targetsCutOff(text), assertions: null });
};

const targetOf = (line: string): string | undefined => RUNNING.exec(line)?.[1] ?? DOC_TESTS.exec(line)?.[1];

/** A target that started without a result has crashed: a signal, a stack overflow, an exit. */
function targetsCutOff(text: string): BrokenFile[] {
  return text.split(/^(?=[ \t]*(?:Running|Doc-tests) )/m).flatMap((part) => {
    const file = targetOf(part.trimStart().split("\n", 1)[0] ?? "");
    if (file === undefined || /^test result: /m.test(part)) return [];
    const output = boundOutput(`The test process ended before its tests did.\n${part}`);
    return [{ file, failure: "setup", output } satisfies BrokenFile];
  });
}

function isStatusWord(word: string | undefined): word is keyof typeof STATUSES {
  return word !== undefined && word in STATUSES;
}

function testOf(
  { file, name, status }: { file: string | null; name: string; status: ReportedTest["status"] },
  output: string,
  root: string,
): ReportedTest {
  const test = { file, titles: name.split("::"), status };
  if (status !== "failed") return test;
  const failure = classifyFailure({ text: output, phase: "test", testFile: file, root });
  // Rust's assertions fail with a panic, and so does the code under test.
  return { ...test, output: boundOutput(output), failure: failure === "setup" ? "assertion" : failure };
}

function failureOutputs(text: string): Map<string, string> {
  const outputs = new Map<string, string>();
  let name: string | undefined;
  for (const line of text.split("\n")) {
    const found = FAILURE.exec(line)?.[1];
    if (found !== undefined) name = found;
    else if (/^(?:failures:|test result: )/.test(line)) name = undefined;
    else if (name !== undefined) outputs.set(name, `${outputs.get(name) ?? ""}${line}\n`);
  }
  return outputs;
}

function notRun(text: string, root: string): ReturnType<ReportReader> {
  if (!/^error(?:\[E\d+\])?: /m.test(text))
    return refuse("report-unreadable", "the output is not that of cargo test: it has no result line");
  const failure = classifyFailure({ text, phase: "collecting", testFile: null, root });
  const run: ReportedRun = {
    tests: [],
    broken: [{ file: null, failure, output: boundOutput(text) }],
    assertions: null,
  };
  return accept(run);
}
