import { accept, refuse } from "../../domain/refusal.js";
import type { TestStatus } from "../../domain/validation/test-result.js";
import { boundOutput } from "./bound-output.js";
import { classifyFailure } from "./classify-failure.js";
import { relativeFile } from "./relative-file.js";
import type { BrokenFile, ReportedTest, ReportReader } from "./reported-run.js";

const POINT = /^(?<indent> *)(?<not>not )?ok\b(?: \d+)?(?: - | )?(?<rest>.*)$/s;
const PLAN = /^1\.\.(\d+)/;
const SUBTEST = /^(?<indent> *)# Subtest: (?<name>.*)$/;
const DIRECTIVE = /(?<!\\)# *(?<word>SKIP|TODO)\b.*$/is;
/** node-tap's duration, and the brace that it prints before subtests. */
const APPENDIX = /(?: # time=[\d.]+m?s)?(?: \{)?$/;

type Point = { readonly titles: readonly string[]; readonly status: TestStatus; readonly block: string };

/**
 * TAP 13 and 14 with subtests, as `node --test` and node-tap write it. Without a plan the run was interrupted. With
 * another number of points than planned it is no report.
 */
export const readTap: ReportReader = ({ text, root, printed }) => {
  const lines = text.split("\n");
  const version = lines.findIndex((line) => /^TAP version \d+/.test(line));
  if (version === -1) return refuse("report-unreadable", "the report is not TAP: it has no version line");
  const plans = lines.flatMap((line) => PLAN.exec(line)?.[1] ?? []);
  if (plans.length === 0) {
    return refuse("report-cut-off", "the TAP report has no plan: the runner was stopped or killed");
  }
  const bailed = lines.find((line) => /^Bail out!/.test(line));
  if (bailed !== undefined) return refuse("report-cut-off", `the runner gave up: ${bailed}`);
  const body = withBlocks(lines.slice(version + 1));
  // A test's output without a line break hides the point after it, and may look like a point.
  const outermost = body.filter(({ line }) => POINT.exec(line)?.groups?.indent === "").length;
  if (plans.length > 1 || Number(plans[0]) !== outermost) {
    return refuse("report-unreadable", `the TAP report plans ${plans.join(" and ")} test(s) and has ${outermost}`);
  }
  const points = readPoints(body).filter(({ block }) => !/^[ \t]*type: '?suite'?$/m.test(block));
  const tests: ReportedTest[] = [];
  const broken: BrokenFile[] = [];
  for (const point of points) {
    const [title = ""] = point.titles.slice(-1);
    if (!title.startsWith(`${root}/`)) tests.push(testOf(point, root));
    else if (point.status === "failed") broken.push(brokenOf(title, `${point.block}\n${printed}`, root));
  }
  return accept({ tests, broken, assertions: null });
};

/** A line with the YAML block below it. The block's lines are not part of the report: a diff may contain `ok: true`. */
type TapLine = { readonly line: string; readonly block: string };

function withBlocks(lines: readonly string[]): TapLine[] {
  const read: TapLine[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    const indent = POINT.test(line) ? /^( +)---$/.exec(lines[index + 1] ?? "")?.[1] : undefined;
    if (indent === undefined) {
      read.push({ line, block: "" });
      continue;
    }
    const found = lines.indexOf(`${indent}...`, index + 2);
    const end = found === -1 ? lines.length : found;
    read.push({ line, block: lines.slice(index + 2, end).join("\n") });
    index = end;
  }
  return read;
}

/**
 * Parents are announced before their subtests and concluded after them, or are printed above them. So the path is
 * known.
 */
function readPoints(lines: readonly TapLine[]): Point[] {
  const points: Point[] = [];
  const announced: string[] = [];
  for (const { line, block } of lines) {
    const subtest = SUBTEST.exec(line)?.groups;
    if (subtest !== undefined) announced.splice(depthOf(subtest.indent), announced.length, unescaped(subtest.name));
    const point = POINT.exec(line)?.groups;
    if (point === undefined) continue;
    const rest = (point.rest ?? "").replace(APPENDIX, "");
    const directive = DIRECTIVE.exec(rest)?.groups?.word;
    const title = unescaped(rest.replace(DIRECTIVE, "").trim());
    const depth = depthOf(point.indent);
    points.push({
      titles: [...announced.slice(0, depth), title],
      status: directive !== undefined ? "skipped" : point.not === undefined ? "passed" : "failed",
      block,
    });
    announced.splice(depth, announced.length, title);
  }
  return points;
}

const depthOf = (indent = ""): number => Math.floor(indent.length / 4);

const unescaped = (text = ""): string => text.replaceAll(/\\([\\#])/g, "$1");

function testOf({ titles, status, block }: Point, root: string): ReportedTest {
  const location = /location: '?([^':\n]+):\d+:\d+/.exec(block)?.[1];
  const file = relativeFile(location, root);
  const duration = Number(/duration_ms: ([\d.]+)/.exec(block)?.[1] ?? 0);
  const test = { file: null, titles, status, durationMs: duration };
  if (status !== "failed") return test;
  const phase = /failureType: '?hookFailed/.test(block) ? "hook" : "test";
  const text = /failureType: '?subtestsFailed/.test(block) ? "1 subtest failed" : block;
  return { ...test, output: boundOutput(block), failure: classifyFailure({ text, phase, testFile: file, root }) };
}

function brokenOf(title: string, text: string, root: string): BrokenFile {
  const file = relativeFile(title, root);
  return {
    file,
    failure: classifyFailure({ text, phase: "collecting", testFile: file, root }),
    output: boundOutput(text),
  };
}
