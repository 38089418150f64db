import { acceptUnjudged } from "../../../domain/validation/gate-status.js";
import { languageName } from "../../../languages/language-name.js";
import type { TestFile } from "../../../languages/source-file.js";
import type { GateContext } from "../../gate-context.js";
import { type Finding, finding } from "../../validator.js";

export type ReadTests = { readonly path: string; readonly file: TestFile };

type Options = {
  /** A file that does not parse cannot be judged, except by the validator that checks exactly this. */
  readonly evenIfBroken?: boolean;
};

/**
 * Judges the module's test file, if it exists, has a readable language, and parses. Everything else is NOT_RUN with the
 * reason, never a pass (decisions.md#languages-that-can-be-judged).
 */
export function judgeTestFile(
  context: GateContext,
  judge: (tests: ReadTests) => Finding,
  options: Options = {},
): Finding {
  const { testFile: path } = context.manifest;
  if (context.head.read(path) === undefined) {
    // One finding is enough; each caller that passes the file reports it.
    if (options.evenIfBroken === true) return missing(context, path);
    return finding("NOT_RUN", `There is no test file at ${path}: see TEST_SYNTAX_VALID`);
  }
  if (context.sources.languageOf(path) === undefined) return unjudged(context, path);
  if (options.evenIfBroken !== true && context.sources.problems(path).length > 0) {
    return finding("NOT_RUN", `${path} does not parse: see TEST_SYNTAX_VALID`);
  }
  return judge({ path, file: context.sources.tests(path) });
}

function missing({ testNotCommittedAt: rev }: GateContext, path: string): Finding {
  if (rev === null) {
    const fix = "Write the test file at the path that the manifest names.";
    return finding("FAILED", `There is no test file at ${path}`, { fix });
  }
  const fix = "Commit the test file, or give the commit that has it as `head`.";
  return finding("FAILED", `${path} is in the work tree, but not in ${rev}, and only commits are judged`, { fix });
}

function unjudged({ rules }: GateContext, path: string): Finding {
  const language = languageName(path);
  const status = acceptUnjudged("NOT_RUN", language, rules.accept_unjudged_languages);
  const accepted =
    status === "NOT_RUN"
      ? `; whoever accepts that writes accept_unjudged_languages: [${language}] into .factory/config.yml at the base`
      : "; accepted in accept_unjudged_languages";
  return finding(status, `Tests in ${language} cannot be judged here (${path})${accepted}`, { details: { language } });
}
