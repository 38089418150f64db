import { z } from "zod";
import { AssertionTarget } from "../../src/domain/contract/assertion.js";
import { ValidatorCode } from "../../src/domain/gates/validator-code.js";
import { isBlocking } from "../../src/domain/validation/gate-status.js";
import { VALIDATORS } from "../../src/gates/validators.js";
import { contextOf, GateCase } from "./gate-case.js";

const Language = z.enum(["javascript", "typescript", "python"]);

/** One labelled test: what it says, and what the gates must say to it. */
const EvidenceCase = z.strictObject({
  name: z.string(),
  in: Language,
  verdict: z.enum(["pass", "warn", "refuse"]),
  /** Who refuses it. */
  by: ValidatorCode.optional(),
  why: z.string().min(5),
  /** What stands above the tests. */
  top: z.string().optional(),
  /** The body of the happy path's test; the sad path's is right. */
  body: z.string().optional(),
  /** The body of the sad path's test; the happy path's is right. */
  sad: z.string().optional(),
  /** In place of both: a whole file. */
  test: z.string().optional(),
  /** What the happy path's clause, or the sad path's, asks for. */
  spec: z.string().optional(),
  sad_spec: z.string().optional(),
  sad_surface: z.enum(["code", "exception", "variant"]).optional(),
  kind: z.enum(["error", "constraint"]).optional(),
  files: z.record(z.string(), z.string()).optional(),
  surface: z.array(AssertionTarget).optional(),
});
export type EvidenceCase = z.infer<typeof EvidenceCase>;

/** All cases of one class of fault, right ones among them. */
export const EvidenceClass = z.strictObject({ class: z.string(), cases: z.array(EvidenceCase) });

const FRAMES = {
  typescript: {
    path: "test/tag.test.ts",
    entry: "src/tag.ts",
    head: `import { beforeEach, describe, expect, it, vi } from "vitest";\nimport { countTags, loadTag, normaliseTag, onTag, parseTags } from "../src/tag.js";`,
    happy: `expect(normaliseTag(" Blue ")).toBe("blue");`,
    sad: `expect(() => normaliseTag("")).toThrow("EmptyTag");`,
    test: (id: string, title: string, body: string) => `// @clause ${id}\nit("${title}", async () => {\n${body}\n});`,
  },
  javascript: {
    path: "test/tag.test.js",
    entry: "src/tag.js",
    head: `const assert = require("node:assert/strict");\nconst test = require("node:test");\nconst { countTags, loadTag, normaliseTag, onTag, parseTags } = require("../src/tag.js");`,
    happy: `assert.equal(normaliseTag(" Blue "), "blue");`,
    sad: `assert.throws(() => normaliseTag(""), /EmptyTag/);`,
    test: (id: string, title: string, body: string) =>
      `// @clause ${id}\ntest("${title}", async (t) => {\n${body}\n});`,
  },
  python: {
    path: "tests/test_tag.py",
    entry: "src/tag.py",
    head: "import pytest\nfrom tag import count_tags, load_tag, normalise_tag, on_tag, parse_tags",
    happy: `assert normalise_tag(" Blue ") == "blue"`,
    sad: `with pytest.raises(ValueError):\n    normalise_tag("")`,
    test: (id: string, title: string, body: string) =>
      `# @clause ${id}\ndef test_${title.replaceAll(" ", "_")}():\n${body.replace(/^/gm, "    ")}`,
  },
};

const NAMES = ["normaliseTag", "parseTags", "loadTag", "countTags", "onTag"];

function fileOf(one: EvidenceCase): string {
  if (one.test !== undefined) return one.test;
  const frame = FRAMES[one.in];
  return [
    frame.head,
    one.top ?? "",
    frame.test("CL-HAPPY-001", "normalises a tag", (one.body ?? frame.happy).trimEnd()),
    frame.test("CL-ERROR-001", "refuses an empty tag", (one.sad ?? frame.sad).trimEnd()),
    "",
  ].join("\n\n");
}

const SNAKE = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The validators of the contract gate that judge what is written, with what they say to a case. */
export function judgeEvidence(one: EvidenceCase) {
  const frame = FRAMES[one.in];
  const names = one.in === "python" ? NAMES.map(SNAKE) : NAMES;
  const context = contextOf(
    GateCase.parse({
      why: `A test: ${one.why}`,
      status: "PASSED",
      packages: ["ava", "chai", "chai-as-promised", "supertest", "tap", "zod"],
      test_file: frame.path,
      entry: frame.entry,
      creates: names,
      surface: one.surface ?? names.map((target) => ({ kind: "export", target })),
      files: { ...one.files, [frame.path]: fileOf(one) },
      manifest: [frame.entry, frame.path, ...Object.keys(one.files ?? {})].map((path) => ({ path, action: "CREATE" })),
      ...(one.kind === undefined ? {} : { clauses: { "CL-HAPPY-001": "behavior", "CL-ERROR-001": one.kind } }),
    }),
  );
  const { contract } = context;
  if (contract.kind !== "read") throw new TypeError("the case's contract cannot be read");
  const specs: Record<string, string | undefined> = { "CL-HAPPY-001": one.spec, "CL-ERROR-001": one.sad_spec };
  const clauses = contract.contract.clauses.map((clause) => ({ ...clause, spec: specs[clause.id] ?? clause.spec }));
  const surface = one.sad_surface ?? "exception";
  const error_surfaces = contract.contract.error_surfaces.map((error) => ({ ...error, surface }));
  const judged = { ...context, contract: { ...contract, contract: { ...contract.contract, clauses, error_surfaces } } };
  const results = VALIDATORS.filter(({ gate, part }) => gate === 1 && part === "judge").map(({ code, check }) => ({
    code,
    ...check(judged),
  }));
  const blocking = results.filter(({ status }) => isBlocking(status));
  const warned = results.filter(({ code, status }) => status === "WARNING" && code !== "TEST_INTENT_ALIGNMENT");
  const verdict = blocking.length > 0 ? "refuse" : warned.length > 0 ? "warn" : "pass";
  return { verdict, by: blocking.map(({ code }) => code), told: [...blocking, ...warned] };
}
