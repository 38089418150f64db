import { GateReport } from "../../domain/gates/gate-report.js";
import { BASELINE_PATH } from "../../domain/gates/state-paths.js";
import { orThrow } from "../../domain/refusal.js";
import {
  captureBaseline,
  ratchetBaseline,
  type SuiteRun,
  TestBaseline,
  withoutVanished,
} from "../../domain/validation/baseline.js";
import type { SuiteAwaited } from "../../domain/validation/suite-awaited.js";
import { baselineFrom } from "../../domain/validation/suite-report.js";
import type { FileToWrite } from "../../engine/effects/effect-parts.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { Situation } from "../../engine/situation.js";
import { readYaml, writeYaml } from "../../yaml/yaml.js";
import { fullRunPath } from "../release/rules/release-state.js";
import { integrityReport } from "./detect-ratchet.js";
import { suiteEnd } from "./suite-run.js";

/** The new baseline, in the same commit as the event that changed it; and the report of a full run before a release. */
export function baselineFiles(situation: Situation, event: FactoryEvent): FileToWrite[] {
  const { state } = situation;
  switch (event.kind) {
    case "baseline-taken": {
      if (state.baseline?.phase !== "awaited") return [];
      const { suite } = reported(situation, state.baseline.run);
      const kept = state.baseline.keeps === true ? storedBaseline(situation) : null;
      if (kept !== null)
        return [baselineFile(withoutVanished(kept, { sha: event.sha, at: event.at, results: suite.results }))];
      return [baselineFile(baselineFrom(suite, { sha: event.sha, captured_at: event.at }))];
    }
    case "baseline-ratcheted": {
      const work = state.work[event.task_id];
      const report = work === undefined ? undefined : integrityReport(situation, event.task_id, work);
      const before = storedBaseline(situation);
      if (report === undefined || report.suite === null || before === null) return [];
      const run: SuiteRun = { sha: event.sha, at: event.at, results: report.suite };
      return [baselineFile(ratchetBaseline(before, run))];
    }
    case "full-run-judged":
      return fullRunFiles(situation, event);
    default:
      return [];
  }
}

/** A full run that passed ratchets the baseline, too. One that failed does not change it. */
function fullRunFiles(situation: Situation, event: Extract<FactoryEvent, { kind: "full-run-judged" }>): FileToWrite[] {
  const { release } = situation.state;
  if (release?.phase !== "validating" || release.run === null) return [];
  const { report, suite } = reported(situation, release.run);
  const run: SuiteRun = { sha: event.sha, at: event.at, results: suite.results };
  const before = storedBaseline(situation) ?? captureBaseline(suite.command, { ...run, results: [] });
  return [
    { path: fullRunPath(release.order.release_id), text: writeYaml(report, GateReport) },
    baselineFile(event.passed ? ratchetBaseline(before, run) : before),
  ];
}

/** Null in a project that started without a baseline. */
export function storedBaseline({ state, files }: Pick<Situation, "state" | "files">): TestBaseline | null {
  if (state.baseline === null) return null;
  const text = files.get(BASELINE_PATH);
  return text === undefined ? null : orThrow(readYaml(BASELINE_PATH, text, TestBaseline));
}

function reported(situation: Situation, run: SuiteAwaited) {
  const end = suiteEnd(situation, run);
  if (end.kind !== "reported") throw new TypeError(`the run ${run.nonce} is concluded from its report`);
  return end;
}

function baselineFile(baseline: TestBaseline): FileToWrite {
  return { path: BASELINE_PATH, text: writeYaml(baseline, TestBaseline) };
}
