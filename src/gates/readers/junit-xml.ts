import { XMLParser, XMLValidator } from "fast-xml-parser";
import { z } from "zod";
import { accept, refuse } from "../../domain/refusal.js";
import { boundOutput } from "./bound-output.js";
import { classifyFailure } from "./classify-failure.js";
import { relativeFile } from "./relative-file.js";
import type { BrokenFile, ReportedTest, ReportReader, ReportText } from "./reported-run.js";

const Body = z.union([z.string(), z.looseObject({})]);
const Case = z.looseObject({
  "@name": z.string(),
  "@classname": z.string().optional(),
  "@file": z.string().optional(),
  "@time": z.string().optional(),
  failure: z.array(Body).optional(),
  error: z.array(Body).optional(),
  skipped: z.array(Body).optional(),
});
type Case = z.infer<typeof Case>;

type Suite = { testsuite?: Suite[] | undefined; testcase?: Case[] | undefined; "@file"?: string | undefined };
const Suite: z.ZodType<Suite> = z.looseObject({
  "@file": z.string().optional(),
  get testsuite() {
    return z.array(Suite).optional();
  },
  testcase: z.array(Case).optional(),
});
const Document = z.union([z.looseObject({ testsuites: z.array(Suite) }), z.looseObject({ testsuite: z.array(Suite) })]);

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  parseTagValue: false,
  parseAttributeValue: false,
  // Attributes have line breaks as character references, such as &#10; from pytest.
  htmlEntities: true,
  isArray: (name, _path, _leaf, isAttribute) =>
    !isAttribute && ["testsuites", "testsuite", "testcase", "failure", "error", "skipped"].includes(name),
});

/** JUnit's XML as pytest (xunit1), Surefire and many others write it. */
export const readJunitXml: ReportReader = ({ text, root, ownFiles }) => {
  const where = { root, ownFiles };
  // A document type can define entities that expand without end. No test runner writes one.
  if (/<!DOCTYPE/i.test(text)) return refuse("report-unreadable", "the report declares a document type");
  if (XMLValidator.validate(text) !== true) return refuse("report-unreadable", "the report is not well-formed XML");
  const parsed = Document.safeParse(treeOf(text));
  if (!parsed.success) return refuse("report-unreadable", "the report is XML, but not JUnit's");
  const suites = "testsuites" in parsed.data ? parsed.data.testsuites : parsed.data.testsuite;
  const cases = z.array(Suite).parse(suites).flatMap(casesOf);
  const isBroken = (test: Case) => (test.error ?? []).some((body) => /collection failure/i.test(textOf(body)));
  return accept({
    tests: cases.filter((test) => !isBroken(test)).map((test) => testOf(test, where)),
    broken: cases.filter(isBroken).map((test) => brokenOf(test, where)),
    assertions: null,
  });
};

/** The validator accepts some texts that the parser fails on, such as an unclosed `<?xml`. Null is no report. */
function treeOf(text: string): unknown {
  try {
    return parser.parse(text);
  } catch {
    return null; // the library throws plain errors, and each of them means the same here
  }
}

function casesOf(suite: Suite): Case[] {
  const own = (suite.testcase ?? []).map((test) => ({ "@file": suite["@file"], ...test }));
  return [...own, ...(suite.testsuite ?? []).flatMap(casesOf)];
}

type Where = Pick<ReportText, "root" | "ownFiles">;

function testOf(test: Case, where: Where): ReportedTest {
  const file = relativeFile(test["@file"], where.root);
  const problems = [...(test.failure ?? []), ...(test.error ?? [])];
  const seconds = Number(test["@time"] ?? 0);
  const reported = {
    file,
    titles: titlesOf(test, file),
    status: problems.length > 0 ? ("failed" as const) : test.skipped ? ("skipped" as const) : ("passed" as const),
    durationMs: Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : 0,
  };
  if (reported.status !== "failed") return reported;
  const text = problems.map(textOf).join("\n");
  // pytest reports a broken fixture as an error. Elsewhere an error is any exception that is not an assertion.
  const phase = test.failure === undefined && /^failed on (?:setup|teardown)/m.test(text) ? "hook" : "test";
  const testClass = file === null ? test["@classname"] : undefined;
  const facts = { text, phase, testFile: file, ...where, ...(testClass === undefined ? {} : { testClass }) } as const;
  return { ...reported, output: boundOutput(text), failure: classifyFailure(facts) };
}

function brokenOf(test: Case, where: Where): BrokenFile {
  // pytest names the module: `tests.test_cart`.
  const file = relativeFile(test["@file"], where.root) ?? `${test["@name"].replaceAll(".", "/")}.py`;
  const text = (test.error ?? []).map(textOf).join("\n");
  return {
    file,
    failure: classifyFailure({ text, phase: "collecting", testFile: file, ...where }),
    output: boundOutput(text),
  };
}

/** `tests.test_cart.TestTotal` in `tests/test_cart.py` is the suite `TestTotal`. */
function titlesOf(test: Case, file: string | null): string[] {
  const module = file?.replace(/\.\w+$/, "").replaceAll("/", ".");
  const className = test["@classname"] ?? "";
  const inFile = module !== undefined && (className === module || className.startsWith(`${module}.`));
  const suite = inFile ? className.slice(module.length + 1) : className;
  const suites = inFile ? suite.split(".") : [suite];
  return [...suites.filter((part) => part !== ""), test["@name"]];
}

function textOf(body: z.infer<typeof Body>): string {
  if (typeof body === "string") return body;
  return [body["@type"], body["@message"], body["#text"]].filter((part) => typeof part === "string").join("\n");
}
