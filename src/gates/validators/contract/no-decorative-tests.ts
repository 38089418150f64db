import type { TestCase } from "../../../languages/source-file.js";
import type { JudgedContract } from "../../contract-reading.js";
import { finding, type Validator } from "../../validator.js";
import { evidenceOf, isWeaknessExcused } from "./evidence.js";
import { judgeTestFile } from "./judge-test-file.js";
import { testsToJudge } from "./tests-to-judge.js";

/** No test that is empty, cannot fail, rests on nothing of the module, or looks only at mocks or at snapshots. */
export const noDecorativeTests: Validator = {
  code: "NO_DECORATIVE_TESTS",
  gate: 1,
  hard: true,
  runTypes: ["CONTRACT", "EXECUTION"],
  part: "judge",
  readsBase: true,
  fix: "Let each test named call the module and compare what it gives with what is expected, written out in the test.",
  check(context) {
    const contract = context.contract.kind === "read" ? context.contract.contract : undefined;
    return judgeTestFile(context, ({ path, file }) => {
      const tests = testsToJudge(file);
      const found = tests.flatMap((test) => doubtAbout(test, { tests: file.tests, contract }) ?? []);
      const decorative = found.filter(({ refuses }) => refuses).map(toDetail);
      const notUnderstood = found.filter(({ refuses }) => !refuses).map(toDetail);
      const details = {
        testCount: tests.length,
        decorativeTests: decorative,
        ...(notUnderstood.length === 0 ? {} : { doubtfulTests: notUnderstood }),
      };
      const places = found.map(({ test, at, text }) => ({ path, line: at, message: `"${test.name}" is ${text}` }));
      if (tests.length === 0) return finding("VACUOUS", `${path} has no test that would run`, { details });
      if (decorative.length > 0)
        return finding("FAILED", `Found ${decorative.length} decorative test(s)`, { details, places });
      if (notUnderstood.length > 0) {
        const message = `None of ${tests.length} test(s) is decorative for sure; ${notUnderstood.length} show(s) little, or could not be followed`;
        return finding("WARNING", message, { details, places, fix: DOUBT });
      }
      return finding("PASSED", `None of ${tests.length} test(s) is decorative`, { details });
    });
  },
};

const DOUBT =
  "Look at each test named: does it fail when the module gives something else? If so, nothing has to be done.";

type Doubt = {
  readonly test: TestCase;
  readonly reason: string;
  readonly at: number;
  readonly text: string;
  readonly refuses: boolean;
};

function toDetail({ test, reason, at, text }: Doubt) {
  return { test: test.name, line: test.line, reason, at, text };
}

type Around = { readonly tests: readonly TestCase[]; readonly contract: JudgedContract | undefined };

function doubtAbout(test: TestCase, around: Around): Doubt | undefined {
  const refused = (reason: string, at = test.line, text = reason): Doubt => ({ test, reason, at, text, refuses: true });
  if (test.empty) return refused("empty");
  const evidence = evidenceOf(test);
  if (evidence === undefined) return undefined; // TEST_HAS_ASSERTIONS says so
  const natures = test.assertions.map(({ nature }) => nature).filter((nature) => nature !== "count");
  const { strength } = evidence;
  if (strength.verdict === "void") {
    const { missing, why, instead, line } = strength;
    const reason = natures.every((nature) => nature === "mock") ? "mock-only" : REASONS[missing];
    return refused(reason, line, `${reason}: ${why}. ${instead}`);
  }
  if (natures.every((nature) => nature === "snapshot" || nature === "tautology")) return refused("snapshot-only");
  if (!test.usesSubject && natures.every((nature) => nature === "mock" || nature === "tautology")) {
    return refused("mock-only");
  }
  if (strength.verdict === "counts") return undefined;
  if (strength.verdict === "unclear") {
    const { line, why } = strength;
    return { test, reason: "not understood", at: line, text: `not understood: ${why}`, refuses: false };
  }
  const { line, why, instead, proof } = strength;
  const refuses = !isWeaknessExcused(test, proof, around);
  return { test, reason: "weak", at: line, text: `weak: ${why}. ${instead}`, refuses };
}

const REASONS = { run: "tautological", fail: "tautological", subject: "not about the module" } as const;
