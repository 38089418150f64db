import fc from "fast-check";
import { Line, Prose } from "../../src/features/spec/criteria/text.js";
import type {
  Epic,
  IoContractSketch,
  Pillar,
  ProductSpec,
  SpecTask,
  Story,
} from "../../src/features/spec/product-spec.js";

export const SKETCH: IoContractSketch = {
  inputs: "email and password, both non-empty text",
  outputs: "a session token of 32 characters",
  error_surfaces: "401 when the password is wrong; 429 after five attempts",
  effects: "writes one row to the sessions table",
  modes: "async, because it reads the database",
};

export function specTask(number: number, fields: Partial<SpecTask> = {}): SpecTask {
  const id = String(number).padStart(3, "0");
  return {
    task_id: `TSK-${id}`,
    name: `Task ${number}`,
    description: `Implements part ${number} of the product.`,
    subtasks: ["Check the password", "Create the session row"],
    acceptance_criteria: ["returns a token for valid credentials", "rejects a wrong password with 401"],
    depends_on: [],
    io_contract_sketch: SKETCH,
    ...fields,
  };
}

export function story(number: number, fields: Partial<Story> & Pick<Story, "tasks">): Story {
  return {
    story_id: `STR-${String(number).padStart(3, "0")}`,
    name: `Story ${number}`,
    description: `Lets a user do thing number ${number}.`,
    user_facing_behavior: "The user enters credentials and lands on the dashboard.",
    ...fields,
  };
}

export function epic(number: number, fields: Partial<Epic> & Pick<Epic, "stories">): Epic {
  return {
    epic_id: `EPC-${String(number).padStart(3, "0")}`,
    name: `Epic ${number}`,
    description: `Delivers capability number ${number}.`,
    success_criteria: ["99 of 100 sign-ins take less than a second"],
    ...fields,
  };
}

export function pillar(number: number, fields: Partial<Pillar> & Pick<Pillar, "epics">): Pillar {
  return {
    pillar_id: `PIL-${String(number).padStart(3, "0")}`,
    name: `Pillar ${number}`,
    description: `Strategic theme number ${number}.`,
    rationale: "Without it nobody can use the product.",
    ...fields,
  };
}

export function productSpec(pillars: Pillar[]): ProductSpec {
  return {
    spec_id: "SPEC-001",
    spec_version: "1.0.0",
    title: "Notes",
    description: "A place where a team keeps its notes.",
    created_at: "2026-01-31T12:00:00Z",
    updated_at: "2026-01-31T12:00:00Z",
    pillars,
  };
}

/** A spec without any deficiency: two pillars, and three tasks in a chain. */
export function validSpec(): ProductSpec {
  return productSpec([
    pillar(1, {
      name: "Core",
      epics: [
        epic(1, {
          name: "Auth",
          stories: [
            story(1, {
              name: "Login",
              tasks: [specTask(1, { name: "Sign in" }), specTask(2, { name: "Sign out", depends_on: ["TSK-001"] })],
            }),
          ],
        }),
      ],
    }),
    pillar(2, {
      name: "Platform",
      epics: [
        epic(2, {
          name: "Deploy",
          stories: [
            story(2, { name: "CI Pipeline", tasks: [specTask(3, { name: "Build on push", depends_on: ["TSK-002"] })] }),
          ],
        }),
      ],
    }),
  ]);
}

/** One story with these tasks, in one epic and one pillar. */
export function specOfTasks(tasks: SpecTask[]): ProductSpec {
  return productSpec([pillar(1, { epics: [epic(1, { stories: [story(1, { tasks })] })] })]);
}

export const FIRST_TASK = ["pillars", 0, "epics", 0, "stories", 0, "tasks", 0] as const;

/** A copy of a document with one value replaced, or removed when it is undefined. */
export function changed(document: unknown, path: readonly (string | number)[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (Array.isArray(document))
    return document.map((item, index) => (index === key ? changed(item, rest, value) : item));
  const fields = Object.entries(document as Record<string, unknown>);
  const known = fields.some(([field]) => field === key) ? fields : [...fields, [key, undefined] as const];
  return Object.fromEntries(
    known.flatMap(([field, old]) => {
      const next = field === key ? changed(old, rest, value) : old;
      return next === undefined ? [] : [[field, next]];
    }),
  );
}

const TRAPS = [
  "# heading",
  "  ## Subtasks",
  "## Acceptance Criteria",
  "## Task ID: T-a-b-c-001",
  "### 2026-01-31T12:00:00Z",
  "- item",
  "  - nested",
  "1. one",
  "2. two",
  "- **Inputs:** none",
  "**Rationale:** bold",
  "- none",
  "```",
  "\\# escaped",
  "\\\\## twice",
  "a — b",
  "&mdash; &amp;mdash; &amp;amp;mdash;",
  "---",
  "===",
  "> quote",
  "<!-- comment -->",
  "MM-0001@1.0.0: fake",
  "",
  "   ",
  "\t",
];

const fragment = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...TRAPS) },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme" }) },
);

/** Text on several lines that tries to break out of its place. */
export const hostileProse = fc
  .array(fragment, { minLength: 1, maxLength: 6 })
  .map((lines) => lines.join("\n"))
  .filter((text) => Prose.safeParse(text).success);

/** The same on one line, for names. */
export const hostileLine = fc
  .array(fragment, { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join(" "))
  .filter((text) => Line.safeParse(text).success);

/** Short names of few letters, so that slugs clash often. */
const clashingName = fc.oneof(
  fc.constantFrom("A", "a b", "A-B", "b", "B 2", "a 2", "登录", "サインイン"),
  hostileLine.filter((name) => name.length < 20),
);

const several = <T>(item: fc.Arbitrary<T>) => fc.array(item, { minLength: 1, maxLength: 3 });
const anyTask = fc.record({ name: clashingName, description: hostileProse, upstream: fc.nat() });
const anyStory = fc.record({ name: clashingName, tasks: several(anyTask) });
const anyEpic = fc.record({ name: clashingName, stories: several(anyStory) });
const anyPillar = fc.record({ name: clashingName, epics: several(anyEpic) });

/** Any shape of spec. Its ids are numbered in order, and every task but the first depends on an earlier one. */
export const arbitrarySpec: fc.Arbitrary<ProductSpec> = several(anyPillar).map((pillars) => {
  const [nextPillar, nextEpic, nextStory, nextTask] = [counter(), counter(), counter(), counter()];
  const taskOf = ({ name, description, upstream }: { name: string; description: string; upstream: number }) => {
    const number = nextTask();
    const depends_on = number === 1 ? [] : [specTask((upstream % (number - 1)) + 1).task_id];
    return specTask(number, { name, description, depends_on });
  };
  return productSpec(
    pillars.map(({ name, epics }) =>
      pillar(nextPillar(), {
        name,
        epics: epics.map((anEpic) =>
          epic(nextEpic(), {
            name: anEpic.name,
            stories: anEpic.stories.map((aStory) =>
              story(nextStory(), { name: aStory.name, tasks: aStory.tasks.map(taskOf) }),
            ),
          }),
        ),
      }),
    ),
  );
});

function counter(): () => number {
  let count = 0;
  return () => {
    count += 1;
    return count;
  };
}
