/** Small modules and the answers of every role about them. A test writes only what differs. */
import type { ProductSpec } from "../../src/features/spec/product-spec.js";
import type { ScriptedTurn } from "../../src/sandbox/scripted-model/script.js";
import { aPlanReview } from "./micro-plan.js";
import { specOfTasks, specTask } from "./product-spec.js";

/** The answers to each question, by its path: `proposer/<task>/MM-0001.specify.1`. */
export type Answers = Readonly<Record<string, readonly ScriptedTurn[]>>;

/** A function that wraps a text in its own name, after the functions it depends on. */
export type Toy = { readonly key: string; readonly id: string; readonly needs: readonly Toy[] };

/** The modules of one task, in the order of its plan. The loop numbers them through the whole product. */
export type ToyTask = { readonly id: string; readonly name: string; readonly toys: readonly Toy[] };

export function toy(key: string, number: number, needs: readonly Toy[] = []): Toy {
  return { key, id: `MM-${String(number).padStart(4, "0")}`, needs };
}

export function toyTask(number: number, toys: readonly Toy[]): ToyTask {
  const id = `T-pillar-1-epic-1-story-1-${String(number).padStart(3, "0")}`;
  return { id, name: `Wrap ${toys.map(({ key }) => key).join(" and ")}`, toys };
}

/** The task of the first issue in the quick lane, which follows the set-up's pull request. */
export function quickTask(toys: readonly Toy[]): ToyTask {
  return { ...toyTask(1, toys), id: "T-quick-issue-2-change-001" };
}

export const ERROR_CRITERION = "raises a TypeError when the text is not a string";
export const ERROR_TEST = "refuses what is not a string";
export const criterionOf = ({ key }: Toy) => `${key} returns its name around the text`;
export const testOf = ({ key }: Toy) => `puts ${key} around a text`;

export function criteriaOf({ toys }: ToyTask): string[] {
  return [...toys.map(criterionOf), ERROR_CRITERION];
}

/** Each task depends on the previous one, so their order is fixed. */
export function toySpec(tasks: readonly ToyTask[]): ProductSpec {
  const name = (index: number) => `TSK-${String(index + 1).padStart(3, "0")}`;
  return specOfTasks(
    tasks.map((task, index) =>
      specTask(index + 1, {
        name: task.name,
        acceptance_criteria: criteriaOf(task),
        depends_on: index === 0 ? [] : [name(index - 1)],
      }),
    ),
  );
}

/** Answers without trouble: each module is specified, implemented, passes its challenge and is approved. */
export function smoothAnswers(tasks: readonly ToyTask[]): Answers {
  return {
    "product/draft.1": [{ answer: toySpec(tasks) }],
    ...Object.assign({}, ...tasks.map(taskAnswers)),
  };
}

export function taskAnswers(task: ToyTask): Answers {
  const about = (module: Toy) => ({
    [`proposer/${task.id}/${module.id}.specify.1`]: specified(module),
    [`proposer/${task.id}/${module.id}.implement.1`]: implemented(module),
    [`challenger/${task.id}/${module.id}.challenge.1`]: [{ answer: passing(module) }],
    [`arbiter/${task.id}/${module.id}.adjudicate.1`]: [{ answer: APPROVAL }],
  });
  return {
    [`planner/${task.id}/plan.1`]: [{ answer: planOf(task) }],
    ...planPasses(task),
    ...Object.assign({}, ...task.toys.map(about)),
  };
}

/** Every plan of the task passes its review; a plan of one module has none. */
function planPasses({ id, toys }: ToyTask): Answers {
  if (toys.length === 1) return {};
  return Object.fromEntries(
    [1, 2, 3].map((time) => [`challenger/${id}/review-plan.${time}`, [{ answer: aPlanReview() }]]),
  );
}

export function planOf({ toys }: ToyTask) {
  const ids = new Set(toys.map(({ id }) => id));
  return {
    modules: toys.map((module) => ({
      key: module.key,
      name: `The ${module.key} wrapper`,
      purpose: `Puts the name ${module.key} around a text.`,
      io_contract: {
        inputs: ["text: string"],
        outputs: [`the text with ${module.key} around it`],
        error_surfaces: ["TypeError when text is not a string"],
        effects: ["none: pure function"],
        modes: ["sync: nothing to wait for"],
      },
      error_cases: ["text is not a string"],
      reuse_candidate_refs: shippedBefore(toys),
      reuse_justification: "What the index holds puts another name around a text.",
      depends_on: module.needs.map((need) => (ids.has(need.id) ? need.key : `${need.id}@1.0.0`)),
      reuse_decision: "CREATE_NEW",
      reuse_report: {
        query: `put ${module.key} around a text`,
        candidates_considered: shippedBefore(toys).map((module_ref) => ({
          module_ref,
          why_rejected: "It puts another name around the text.",
        })),
        conclusion: "CREATE_NEW",
        justification: "No module puts this name around a text.",
      },
      entry: sourceOf(module),
      files: [
        { path: sourceOf(module), action: "CREATE", reason: "the module itself" },
        { path: testFileOf(module), action: "CREATE", reason: "its black-box tests" },
      ],
      test_file: testFileOf(module),
      creates: [module.key],
      consumes: module.needs.map(({ key }) => key),
      successor_of: null,
    })),
    dependencies: [],
  };
}

/** Modules of earlier tasks have lower numbers. Each is similar enough to need an explanation. */
function shippedBefore(toys: readonly Toy[]): string[] {
  const first = Math.min(...toys.map(({ id }) => Number(id.slice(3))));
  return Array.from({ length: first - 1 }, (_, index) => `${toy("", index + 1).id}@1.0.0`);
}

export const sourceOf = ({ key }: Toy) => `src/${key}.js`;
export const testFileOf = ({ key }: Toy) => `test/${key}.test.js`;

export const write = (path: string, text: string) => ({ name: "write", input: { path, text } });

export function specified(module: Toy): ScriptedTurn[] {
  return [{ calls: [write(testFileOf(module), testText(module))] }, { answer: specification(module) }];
}

export function implemented(module: Toy): ScriptedTurn[] {
  return [{ calls: [write(sourceOf(module), sourceText(module))] }, { answer: proposal(module) }];
}

/** A revision of the code alone. */
export function revised(module: Toy, remark: string): ScriptedTurn[] {
  const text = `// ${remark}\n${sourceText(module)}`;
  return [
    { calls: [write(sourceOf(module), text)] },
    { answer: { contract: null, examples: null, ...proposal(module) } },
  ];
}

export function proposal(module: Toy) {
  return {
    claim: `${module.key} puts its name around a text and refuses what is none.`,
    acceptance_checks: [`node --test ${testFileOf(module)} passes`],
    criteria: [
      { criterion: criterionOf(module), tests: [testOf(module)] },
      { criterion: ERROR_CRITERION, tests: [ERROR_TEST] },
    ],
  };
}

export function sourceText({ key, needs }: Toy): string {
  const imports = needs.map((need) => `import { ${need.key} } from "./${need.key}.js";\n`).join("");
  const inner = needs.length === 0 ? "text" : `[${needs.map((need) => `${need.key}(text)`).join(", ")}].join("+")`;
  return `${imports}/** Puts its name around a text. */
export function ${key}(text) {
  if (typeof text !== "string") throw new TypeError("text must be a string");
  return \`${key}(\${${inner}})\`;
}
`;
}

/** What the function returns for a text. */
export function wrapped({ key, needs }: Toy, text: string): string {
  return `${key}(${needs.length === 0 ? text : needs.map((need) => wrapped(need, text)).join("+")})`;
}

export function testText(module: Toy): string {
  const { key } = module;
  return `import assert from "node:assert/strict";
import { test } from "node:test";
import { ${key} } from "../src/${key}.js";

// @clause CL-HAPPY-001
// @clause CL-OUTPUT-001
test("${testOf(module)}", () => {
  assert.equal(${key}("x"), "${wrapped(module, "x")}");
});

// @clause CL-INPUT-001
// @clause CL-ERROR-001
test("${ERROR_TEST}", () => {
  assert.throws(() => ${key}(1), TypeError);
});
`;
}

export function specification(module: Toy) {
  const { key, needs } = module;
  return {
    contract: {
      slug: key,
      title: `The ${key} wrapper`,
      purpose: `Puts the name ${key} around a text.`,
      tags: ["text", "wrapper", key],
      inputs: [{ name: "text", type: "string", constraints: ["is a string"] }],
      outputs: [{ name: "wrapped", type: "string", invariants: [`begins with ${key}`] }],
      error_surfaces: [{ name: "TypeError", when: "text is not a string", surface: "exception" }],
      effects: "none: pure",
      modes: { sync: true, async: false, notes: "Returns at once; nothing is read or written." },
      error_cases: ["text is not a string"],
      dependencies: needs.map(({ id, key: needed }) => ({ ref: `${id}@^1.0.0`, why: `puts ${needed} inside` })),
      compatibility: {
        backward_compatible_with: [],
        breaking_change_policy: "A changed result for the same input is a new major version.",
      },
      runtime_budgets: {},
      assertion_surface: [
        { kind: "export", target: key },
        { kind: "error", target: "TypeError" },
      ],
      assertions: [],
    },
    examples: `# Examples of ${key}

## ${key}

A text gets the name around it.

\`\`\`js
${key}("x")
\`\`\`

\`\`\`text
${wrapped(module, "x")}
\`\`\`

## TypeError

A number is refused.

\`\`\`js
${key}(1)
\`\`\`

\`\`\`text
TypeError: text must be a string
\`\`\`
`,
  };
}

const MET = (criterion: string, evidence: string) => ({ criterion, assessment: "MET", evidence });

function rubric(module: Toy) {
  return [
    MET(
      "R1",
      "Inputs: `text` by CL-INPUT-001; outputs: `wrapped` by CL-OUTPUT-001; errors: `TypeError` by CL-ERROR-001; effects: none declared; modes: sync.",
    ),
    MET("R2", "CL-HAPPY-001, CL-OUTPUT-001, CL-INPUT-001 and CL-ERROR-001 each have a test."),
    MET("R3", `"${ERROR_TEST}" shows the one declared failure, CL-ERROR-001.`),
    MET("R4", "IMPORT_REALITY_CHECK passed over every import of the module."),
    MET("R5", `"${testOf(module)}" and "${ERROR_TEST}" trace both criteria.`),
    MET("R6", `One behaviour, one export \`${module.key}\`, local tests.`),
  ];
}

export function passing(module: Toy) {
  return { verdict: "PASS", rubric_assessments: rubric(module), failures: [], sop_findings: [] };
}

/** An objection with the scope that the test needs. */
export function failing(module: Toy, failure: { readonly invariant: string; readonly scope?: string }) {
  const { invariant, scope = "MODULE" } = failure;
  const evidence = `CL-OUTPUT-001 leaves it open, and no test of the inventory decides it: ${invariant}.`;
  return {
    verdict: "FAIL",
    rubric_assessments: rubric(module).map((row) =>
      row.criterion === "R3" ? { criterion: "R3", assessment: "NOT_MET", evidence } : row,
    ),
    failures: [{ scope, invariant, evidence, required_change: `Decide and test this: ${invariant}.` }],
    sop_findings: [],
  };
}

export const APPROVAL = {
  decision: "APPROVE",
  amendments: [],
  ship_directive: "SHIP",
  rationale: "Every clause has a test, and nothing stands against the work.",
};

export const REJECTION = {
  decision: "REJECT",
  amendments: [],
  ship_directive: "NO_SHIP",
  rationale: "The objection about the open case was never answered, and it is the heart of the task.",
};

/** One more test is requested, with its own title. */
export const AMENDED_TEST = "leaves an empty text empty inside";
export const AMENDMENT = {
  decision: "APPROVE_WITH_AMENDMENTS",
  amendments: [
    { action: "ADD", target: `test:${AMENDED_TEST}`, detail: "Assert under CL-HAPPY-001 what an empty text becomes." },
  ],
  ship_directive: "SHIP",
  rationale: "Nothing shows what an empty text becomes. One more test closes that.",
};

export function amended(module: Toy, { applied }: { readonly applied: boolean }): ScriptedTurn[] {
  const more = `
// @clause CL-HAPPY-001
test("${AMENDED_TEST}", () => {
  assert.equal(${module.key}(""), "${wrapped(module, "")}");
});
`;
  const text = applied ? `${testText(module)}${more}` : testText(module);
  const records = [{ amendment_index: 0, applied, note: applied ? "Added at the end." : "I see no need for it." }];
  const answer = { contract: null, examples: null, ...proposal(module), records };
  return [{ calls: [write(testFileOf(module), text)] }, { answer }];
}
