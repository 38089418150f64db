import type { ClauseKind } from "../../../domain/contract/clause.js";
import type { Assertion, TestCase } from "../../../languages/source-file.js";
import type { JudgedContract } from "../../contract-reading.js";
import { finding, type Validator } from "../../validator.js";
import { evidenceOf } from "./evidence.js";
import { judgeTestFile } from "./judge-test-file.js";
import { expectsNothing, isAboutFailure } from "./shows-failure.js";
import { testsToJudge } from "./tests-to-judge.js";

/**
 * Success and failure are both tested, by the kinds of the clauses and by the assertions (decisions.md#the-validators).
 */
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
      const tests = testsToJudge(file).filter((test) => test.conditional !== true && evidenceOf(test) !== undefined);
      const happy = tests.filter((test) => showsSuccess(test, contract)).length;
      const sad = tests.filter((test) => showsFailure(test, contract)).length;
      const sadIsDue = contract === undefined || contract.clauses.some(({ kind }) => kind === "error");
      const untrue = contract === undefined ? [] : clausesByName(tests, contract);
      const details = {
        happyPathTests: happy,
        sadPathTests: sad,
        ...(untrue.length === 0 ? {} : { clausesWithoutFailure: untrue.map(({ clauseId }) => clauseId) }),
      };
      const places = untrue.map(({ clauseId, test }) => ({
        path,
        line: test.line,
        message: `"${test.name}" is tagged ${clauseId}, which is about an error, and asserts a success. ${EXPECT_IT}`,
      }));
      const missing = [...(happy === 0 ? ["happy path"] : []), ...(sad === 0 && sadIsDue ? ["sad path"] : [])];
      if (tests.length === 0) return finding("VACUOUS", `${path} has no test that asserts`, { details });
      if (missing.length > 0)
        return finding("FAILED", `No test covers the ${missing.join(" or the ")}`, { details, places });
      if (untrue.length > 0) {
        const ids = untrue.map(({ clauseId }) => clauseId).join(", ");
        return finding("FAILED", `No test of ${ids} asserts a failure`, { details, places });
      }
      return finding("PASSED", `${happy} happy path and ${sad} sad path test(s)`, { details });
    });
  },
};

const EXPECT_IT = "Expect what the contract promises there: a throw, a rejection, an error value or code.";

/** A constraint has two sides: what just satisfies it is right as well as what does not. */
const SAD_KINDS: ReadonlySet<ClauseKind> = new Set(["error", "constraint"]);

function clausesOf({ clauses }: TestCase, contract: JudgedContract): JudgedContract["clauses"] {
  const tagged = new Set(clauses.map(({ clauseId }) => clauseId));
  return contract.clauses.filter(({ id }) => tagged.has(id));
}

/**
 * A name or a number that sounds like a failure (`formatError`, 500) may be the right result of valid input. Only an
 * assertion that something fails is not about success.
 */
function showsSuccess(test: TestCase, contract: JudgedContract | undefined): boolean {
  const comparesMore = test.assertions.some(({ nature }) => nature !== "count" && nature !== "failure");
  if (contract === undefined) return comparesMore;
  return comparesMore && clausesOf(test, contract).some(({ kind }) => !SAD_KINDS.has(kind));
}

const SAD_TITLE =
  /\b(?:err\w*|fail\w*|reject\w*|refus\w*|throw\w*|rais\w*|invalid|missing|unknown|empty|denie[sd]|not|no|without|too|unauthori[sz]ed|forbidden|wrong|bad)\b/i;

/** Neither a title nor a tag proves anything: what is asserted must be a failure, or nothing where something was asked for. */
function showsFailure(test: TestCase, contract: JudgedContract | undefined): boolean {
  if (contract === undefined) {
    const sounds = SAD_TITLE.test(test.title.replaceAll("_", " "));
    const open = { surfaces: [], words: "" };
    return evident(test).some((each) => isAboutFailure(each, open) || (sounds && expectsNothing(each, open)));
  }
  return clausesOf(test, contract).some(({ kind }) => SAD_KINDS.has(kind)) && assertsFailure(test, contract);
}

/** An assertion that shows nothing shows no failure, either. */
function evident({ assertions }: TestCase): Assertion[] {
  return assertions.filter((each) => each.nature !== "count" && each.strength().verdict !== "void");
}

function assertsFailure(test: TestCase, contract: JudgedContract): boolean {
  const words = clausesOf(test, contract).map(({ title, spec, negative_cases }) =>
    [title, spec, ...negative_cases].join(" "),
  );
  const failing = { surfaces: contract.error_surfaces, words: words.join(" ") };
  return evident(test).some((each) => isAboutFailure(each, failing) || expectsNothing(each, failing));
}

/** Error clauses that have tests by their tags only: none of them asserts a failure. */
function clausesByName(tests: readonly TestCase[], contract: JudgedContract) {
  return contract.clauses
    .filter(({ kind }) => kind === "error")
    .flatMap(({ id: clauseId }) => {
      const own = tests.filter(({ clauses }) => clauses.some((tag) => tag.clauseId === clauseId));
      const [test] = own;
      return test === undefined || own.some((each) => assertsFailure(each, contract)) ? [] : [{ clauseId, test }];
    });
}
