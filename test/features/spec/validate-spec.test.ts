import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CRITERIA, TASK_ID_RULE } from "../../../src/features/spec/criteria/criteria.js";
import { ProductSpec } from "../../../src/features/spec/product-spec.js";
import { readDraft } from "../../../src/features/spec/spec-draft.js";
import { emitSpec, validateSpec } from "../../../src/features/spec/validate-spec.js";
import {
  arbitrarySpec,
  changed,
  epic,
  FIRST_TASK,
  pillar,
  productSpec,
  specTask,
  story,
  validSpec,
} from "../../support/product-spec.js";

type Path = readonly (string | number)[];

/** One spec for each rule that violates it; the table of criteria is complete when each of them is caught by its own rule. */
const VIOLATIONS: Record<number, [path: Path, value: unknown]> = {
  1: [["pillars", 0, "epics"], []],
  2: [["pillars", 0, "epics", 0, "success_criteria"], []],
  3: [FIRST_TASK.slice(0, 7), []],
  4: [[...FIRST_TASK, "subtasks"], ["one"]],
  5: [[...FIRST_TASK, "acceptance_criteria"], ["returns 1"]],
  6: [[...FIRST_TASK, "io_contract_sketch", "modes"], "TBD"],
  7: [["pillars", 1, "pillar_id"], "PIL-001"],
  8: [[...FIRST_TASK, "depends_on"], ["TSK-099"]],
  9: [[...FIRST_TASK, "depends_on"], ["TSK-002"]],
  10: [["title"], ""],
  11: [["description"], "short"],
  12: [[...FIRST_TASK, "acceptance_criteria", 0], "good"],
  13: [
    [...FIRST_TASK, "subtasks"],
    ["the same", "the same"],
  ],
  14: [[...FIRST_TASK, "io_contract_sketch", "error_surfaces"], "errors may occur"],
};

describe("the table of criteria", () => {
  it("has ten errors and four warnings", () => {
    expect(CRITERIA.map(({ criterion, severity }) => `${criterion} ${severity}`)).toEqual([
      ...Array.from({ length: 10 }, (_, index) => `${index + 1} ERROR`),
      ...Array.from({ length: 4 }, (_, index) => `${index + 11} WARNING`),
    ]);
    expect(TASK_ID_RULE.severity).toBe("ERROR");
  });

  it.each(CRITERIA)("$criterion: $rule", ({ criterion, severity, find }) => {
    const [path, value] = VIOLATIONS[criterion] ?? [[], undefined];
    const candidate = changed(validSpec(), path, value);
    const own = find(readDraft(candidate)).map((found) => ({ ...found, severity }));
    expect(own.length).toBeGreaterThan(0);
    const { errors, warnings } = validateSpec(candidate);
    expect(severity === "ERROR" ? errors : warnings).toEqual(expect.arrayContaining(own));
    if (severity === "WARNING") expect(errors).toEqual([]);
  });
});

describe("validating a spec", () => {
  it("finds nothing wrong with a sound one", () => {
    expect(validateSpec(validSpec())).toEqual({ errors: [], warnings: [] });
  });

  it("reports every deficiency of a malformed candidate at once", () => {
    const second = [...FIRST_TASK.slice(0, 7), 1];
    const faults: [path: Path, value: unknown][] = [
      [["title"], ""],
      [["owner"], "somebody"],
      [["pillars", 0, "rationale"], undefined],
      [[...FIRST_TASK, "subtasks"], ["one"]],
      [[...FIRST_TASK, "io_contract_sketch", "modes"], "TBD"],
      [[...second, "acceptance_criteria", 0], "good"],
      [
        [...second, "depends_on"],
        ["TSK-002", "TSK-099"],
      ],
      [["pillars", 1, "pillar_id"], "PIL-001"],
      [["pillars", 1, "epics", 0, "success_criteria"], []],
      [["pillars", 1, "epics", 0, "stories", 0, "tasks"], ["no task"]],
    ];
    const candidate = faults.reduce<unknown>((spec, [path, value]) => changed(spec, path, value), validSpec());
    const { errors, warnings } = validateSpec(candidate);
    const tasks = "pillars[0].epics[0].stories[0].tasks";
    expect(errors.map(({ path }) => path).toSorted()).toEqual(
      [
        "title",
        "owner",
        "pillars[0].rationale",
        `${tasks}[0].subtasks`,
        `${tasks}[0].io_contract_sketch.modes`,
        `${tasks}[1].depends_on`,
        `${tasks}[1].depends_on[1]`,
        "pillars[1].pillar_id",
        "pillars[1].epics[0].success_criteria",
        "pillars[1].epics[0].stories[0].tasks[0]",
      ].toSorted(),
    );
    expect(warnings.map(({ path }) => path)).toEqual([`${tasks}[1].acceptance_criteria[0]`]);
  });

  it("counts ids that cannot be made as errors", () => {
    const names = (number: number, name: string, epicName: string) =>
      pillar(number, {
        name,
        epics: [epic(number, { name: epicName, stories: [story(number, { name: "s", tasks: [specTask(number)] })] })],
      });
    const { errors } = validateSpec(productSpec([names(1, "a b", "c"), names(2, "a", "b c")]));
    expect(errors.map(({ message }) => message)).toEqual([
      expect.stringContaining("both get the task id T-a-b-c-s-001"),
    ]);
  });

  it.each([
    undefined,
    null,
    "",
    0,
    [[]],
    {},
    { pillars: null },
    { pillars: [null, 1, "x", []] },
    { pillars: [{ epics: [{ stories: [{ tasks: [{}] }] }] }] },
  ])("answers for %j as for anything else", (candidate) => {
    expect(validateSpec(candidate).errors.length).toBeGreaterThan(0);
  });
});

/** Everywhere in a document, itself included. */
const pathsIn = (value: unknown): Path[] => [
  [],
  ...(typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, inner]) =>
        pathsIn(inner).map((rest) => [Array.isArray(value) ? Number(key) : key, ...rest]),
      )
    : []),
];

describe("lenient and strict reading", () => {
  const VALUES = [
    undefined,
    null,
    "",
    " ",
    "\u200b",
    "TBD",
    "none",
    7,
    true,
    [],
    {},
    ["x"],
    ["x", "y"],
    "a\rb",
    "a\nb",
    "TSK-001",
    "fine words that say enough",
  ];

  it("agree: without an error the strict schema accepts, and what it refuses has an error", () => {
    const paths = pathsIn(validSpec());
    fc.assert(
      fc.property(fc.constantFrom(...paths), fc.constantFrom(...VALUES), (path, value) => {
        const candidate = changed(validSpec(), path, value);
        const strict = ProductSpec.safeParse(candidate).success;
        const { errors } = validateSpec(candidate);
        if (errors.length === 0) expect(strict).toBe(true);
        if (!strict) expect(errors.length).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
  });

  it("agree on specs of any shape: only ids that cannot be made separate them", () => {
    fc.assert(
      fc.property(arbitrarySpec, (spec) => {
        expect(ProductSpec.safeParse(spec).success).toBe(true);
        for (const { message } of validateSpec(spec).errors) expect(message).toContain("task id T-");
      }),
    );
  });
});

describe("emitting a spec", () => {
  it("gives the spec and its warnings when there is no error", () => {
    const stub = changed(validSpec(), ["description"], "short");
    expect(emitSpec(stub)).toEqual({ ok: true, value: { spec: stub, warnings: validateSpec(stub).warnings } });
    expect(validateSpec(stub).warnings).toHaveLength(1);
  });

  it("refuses with the whole list when there is one", () => {
    const broken = changed(changed(validSpec(), ["title"], ""), ["pillars", 0, "rationale"], undefined);
    const outcome = emitSpec(broken);
    expect(outcome).toMatchObject({ ok: false, refusal: { code: "spec-incomplete", details: validateSpec(broken) } });
    expect(!outcome.ok && outcome.refusal.message).toBe(
      "The spec has errors to resolve (2):\n" +
        '- title: SPEC-001 (""): title is empty.\n' +
        '- pillars[0].rationale: PIL-001 ("Core"): rationale is missing.',
    );
  });

  it("says where an error of the whole document is", () => {
    const outcome = emitSpec(null);
    expect(!outcome.ok && outcome.refusal.message).toContain("- spec: the spec must be an object.");
  });
});
