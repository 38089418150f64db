import type { ClauseKind } from "../../../domain/contract/clause.js";
import type { Assertion, TestCase } from "../../../languages/source-file.js";
import type { JudgedContract } from "../../contract-reading.js";
import { finding, type Validator } from "../../validator.js";
import { judgeTestFile } from "./judge-test-file.js";
import { testsToJudge } from "./tests-to-judge.js";

/** What works and what fails are both tested, by the clauses' kinds and by what the tests assert (decisions.md#the-validators). */
export const testCoversHappyAndSadPath: Validator = {
  code: "TEST_COVERS_HAPPY_AND_SAD_PATH",
  gate: 1,
  hard: true,
  runTypes: ["CONTRACT", "EXECUTION"],
  part: "judge",
  fix: "Add the missing side: a test that compares what valid input gives, or one that expects the error of invalid input, each tagged with its clause.",
  check(context) {
    const contract = context.contract.kind === "read" ? context.contract.contract : undefined;
    return judgeTestFile(context, ({ path, file }) => {
      const tests = testsToJudge(file).filter(({ assertions }) => assertions.some(({ nature }) => nature !== "count"));
      const happy = tests.filter((test) => showsSuccess(test, contract)).length;
      const sad = tests.filter((test) => showsFailure(test, contract)).length;
      const sadIsDue = contract === undefined || contract.clauses.some(({ kind }) => SAD_KINDS.has(kind));
      const details = { happyPathTests: happy, sadPathTests: sad };
      const missing = [...(happy === 0 ? ["happy path"] : []), ...(sad === 0 && sadIsDue ? ["sad path"] : [])];
      if (tests.length === 0) return finding("VACUOUS", `${path} has no test that asserts`, { details });
      if (missing.length > 0) return finding("FAILED", `No test covers the ${missing.join(" or the ")}`, { details });
      return finding("PASSED", `${happy} happy path and ${sad} sad path test(s)`, { details });
    });
  },
};

const SAD_KINDS: ReadonlySet<ClauseKind> = new Set(["error", "constraint"]);

function kindsOf({ clauses }: TestCase, contract: JudgedContract): Set<ClauseKind> {
  const tagged = new Set(clauses.map(({ clauseId }) => clauseId));
  return new Set(contract.clauses.filter(({ id }) => tagged.has(id)).map(({ kind }) => kind));
}

/**
 * A name or a number that sounds like trouble (`formatError`, 500) may be just what valid input gives: only an assertion
 * that something fails is none about success.
 */
function showsSuccess(test: TestCase, contract: JudgedContract | undefined): boolean {
  const comparesMore = test.assertions.some(({ nature }) => nature !== "count" && nature !== "failure");
  if (contract === undefined) return comparesMore;
  return comparesMore && [...kindsOf(test, contract)].some((kind) => !SAD_KINDS.has(kind));
}

const SAD_TITLE =
  /\b(?:err\w*|fail\w*|reject\w*|refus\w*|throw\w*|rais\w*|invalid|missing|unknown|empty|denie[sd]|not|no|without|too|unauthori[sz]ed|forbidden|wrong|bad)\b/i;

/** A title alone proves nothing: what is asserted must be a failure, or nothing where something was asked for. */
function showsFailure(test: TestCase, contract: JudgedContract | undefined): boolean {
  const isAboutIt = test.assertions.some((assertion) => isAboutFailure(assertion, contract));
  const sounds = SAD_TITLE.test(test.title.replaceAll("_", " "));
  if (contract === undefined) return isAboutIt || (sounds && test.assertions.some(expectsNothing));
  const isTagged = [...kindsOf(test, contract)].some((kind) => SAD_KINDS.has(kind));
  return isTagged && (isAboutIt || sounds || test.assertions.some(expectsNothing));
}

const FAILURE_WORDS =
  /error|fail|refus|reject|invalid|denied|exception|forbidden|unauthori[sz]ed|(?:ok|success|valid|passed)\W{1,4}(?:to\w*\W{1,3})?false/i;
const HTTP_FAILURE = /\b[45]\d\d\b/;
const STATUS_FAILURE = /status(?:_?code)?\b.{0,40}\b[45]\d\d\b/i;

/** A number alone is one of a failure only where a tag says that the test is about one, or the number is called a status. */
function isAboutFailure({ nature, text }: Assertion, contract: JudgedContract | undefined): boolean {
  if (nature === "failure" || FAILURE_WORDS.test(text)) return true;
  if (contract === undefined) return STATUS_FAILURE.test(text);
  return HTTP_FAILURE.test(text) || contract.error_surfaces.some(({ name }) => text.includes(name));
}

const NOTHING =
  /\b(?:null|undefined|None|false|False|toBeNull|toBeUndefined|toBeFalsy|isNone|assertIsNone|assertFalse|notOk)\b|\[\]|-1\b/;

function expectsNothing({ text }: Assertion): boolean {
  return NOTHING.test(text);
}
