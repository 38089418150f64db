import { ClarityConfig } from "../../domain/config/clarity-config.js";
import type { Instant } from "../../domain/ids.js";
import { isPlaceholder } from "../../domain/placeholder.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { ADVICE, unclearIn } from "./criteria/clarity-rule.js";
import { demandsIn } from "./criteria/demands.js";
import { listItems } from "./criteria/list-items.js";
import type { IoContractSketch, ProductSpec } from "./product-spec.js";
import { UNSKETCHED } from "./unsketched.js";
import { emitSpec } from "./validate-spec.js";

/** The issue that requests one task, as its author wrote it. */
export type QuickRequest = {
  readonly issue: number;
  readonly title: string;
  readonly body: string;
  readonly requestedAt: Instant;
};

/** What every task needs (requirements.md#spec-completeness, 5). */
const MIN_CRITERIA = 2;
/** Many more are no small change; the description has them all. */
const MAX_CRITERIA = 60;

/** An issue does not describe an interface; the plan does. Roles are not shown it (`isUnsketched`). */
const SKETCH: IoContractSketch = {
  inputs: UNSKETCHED,
  outputs: UNSKETCHED,
  error_surfaces: UNSKETCHED,
  effects: UNSKETCHED,
  modes: UNSKETCHED,
};

/**
 * The quick lane: a spec of one task, made from an issue without a model (decisions.md#the-small-lane). Its acceptance
 * criteria are the issue's task list, or its bullets, and every sentence beside them that demands something. The names
 * have the issue's number, so that no two requests share a task id.
 */
export function quickSpec(
  { issue, title, body, requestedAt }: QuickRequest,
  clarity: ClarityConfig = ClarityConfig.parse({}),
): Outcome<ProductSpec> {
  const listed = listedCriteria(body);
  if (listed.length < MIN_CRITERIA) return refuse("quick-incomplete", incomplete(listed.length), { criteria: listed });
  const demanded = demandsIn(body)
    .map(visible)
    .filter((text) => !isPlaceholder(text));
  const criteria = [...new Set([...listed, ...demanded])].slice(0, MAX_CRITERIA);
  const name = visible(title) === "" ? `Issue ${issue}` : visible(title);
  const unclear = unclearIn({ name, description: visibleLines(body) }, clarity);
  if (unclear.length > 0) return refuse("quick-unclear", `${unclear.join("; ")}. ${ADVICE}`, { unclear });
  const spec = emitSpec({
    spec_id: `SPEC-${String(issue).padStart(3, "0")}`,
    spec_version: "1.0.0",
    title: name,
    description: `One change, asked for by issue #${issue}: ${name}`,
    created_at: requestedAt,
    updated_at: requestedAt,
    pillars: [
      {
        pillar_id: "PIL-001",
        name: "Quick",
        description: "Small changes, each asked for by an issue of its own.",
        rationale: "A change this small needs no product loop: its issue says what is to be observed.",
        epics: [
          {
            epic_id: "EPC-001",
            name: `Issue ${issue}`,
            description: `What issue #${issue} asks for, and nothing else.`,
            success_criteria: ["Every acceptance criterion of the issue is shown by a test"],
            stories: [
              {
                story_id: "STR-001",
                name: "Change",
                description: "As its author describes it, below.",
                user_facing_behavior: "What the acceptance criteria say can be observed.",
                tasks: [
                  {
                    task_id: "TSK-001",
                    name,
                    description: visibleLines(body),
                    subtasks: ["Show each acceptance criterion by a test", "Change the code until those tests pass"],
                    acceptance_criteria: criteria,
                    depends_on: [],
                    io_contract_sketch: SKETCH,
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  });
  return spec.ok ? accept(spec.value.spec) : spec;
}

function listedCriteria(body: string): string[] {
  const items = listItems(body);
  const tasks = items.filter(({ isTask }) => isTask);
  const query = (tasks.length > 0 ? tasks : items).map(({ text }) => visible(text));
  return [...new Set(query)].filter((text) => !isPlaceholder(text));
}

/** One line without invisible characters, which could change how the rest is read. */
function visible(text: string): string {
  return text
    .replace(/(?!\s)[\p{Cc}\p{Cf}\p{Cs}]/gu, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** Everything the author wrote, for the planner, without the comments of a template. */
function visibleLines(body: string): string {
  const lines = body.replace(/<!--[\s\S]*?(?:-->|$)/g, "").split(/\r\n?|\n/);
  return lines
    .map((line) => line.replace(/(?!\s)[\p{Cc}\p{Cf}\p{Cs}]/gu, "").trimEnd())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function incomplete(found: number): string {
  const count = found === 0 ? "no acceptance criterion" : "one acceptance criterion";
  return `the issue names ${count}, and a task needs at least ${MIN_CRITERIA}: write each as an item of a list`;
}
