import type { NamedText, RoleFacts } from "../../context/sections/role-facts.js";
import {
  applicableConventions,
  CONVENTIONS_PATH,
  type Convention,
  Conventions,
  withPeoples,
} from "../../domain/budget/conventions.js";
import type { Adjudication } from "../../domain/debate/adjudication.js";
import { entryRef, isActive } from "../../domain/index-entries/code-index-entry.js";
import type { BuiltModule } from "../../domain/plan/micro-plan.js";
import { orThrow } from "../../domain/refusal.js";
import { moduleIdOf } from "../../features/modules/task-work.js";
import { isUnsketched } from "../../features/spec/unsketched.js";
import type { TaskFile } from "../../features/tasks/task-file/task-file.js";
import { readYaml } from "../../yaml/yaml.js";
import { sourcesOf } from "../asking/asked-module.js";
import { changeRulings } from "../reading/prior-rulings.js";
import type { TaskReading } from "../reading/read-task.js";

/**
 * The context of a challenge besides the standards (requirements.md#reviewer-context). Sources are passed to be
 * summarised: the visibility table grants a Challenger their signatures and never their text.
 */
export async function reviewerFacts(
  task: TaskReading,
  module: BuiltModule,
): Promise<Pick<RoleFacts, "decisions" | "sources" | "conventions">> {
  return {
    decisions: [
      ...changeRulings(task.state, task.taskId),
      ...decisionsOf(task),
      ...inactiveDependencies(task, module),
      ...rulingsBefore(task, module),
    ],
    sources: await sourcesOf(task, module),
    ...(await conventionsFor(task, module)),
  };
}

/** The task in its author's words; the criteria have a section of their own (decisions.md#what-a-challenger-sees). */
export function describedTask({ name, story, description, subtasks, contract }: TaskFile): string {
  const sketch = isUnsketched(contract)
    ? []
    : Object.entries(contract).map(([dimension, text]) => `${dimension}: ${text}`);
  return [
    `${name}. ${story.name}: ${story.description}`,
    description,
    ...subtasks.map((each) => `- ${each}`),
    ...sketch,
  ].join("\n");
}

/** Inactive modules that it depends on: the Challenger asks why, because a release refuses them. */
export function inactiveDependencies(
  { index }: Pick<TaskReading, "index">,
  { depends_on }: Pick<BuiltModule, "depends_on">,
): NamedText[] {
  return index.flatMap((entry) => {
    const ref = entryRef(entry);
    if (isActive(entry) || !depends_on.includes(ref)) return [];
    const instead = entry.superseded_by === null ? "Nothing replaces it." : `${entry.superseded_by} replaces it.`;
    const text = `${instead} ${entry.notes} Question whether this module may rest on it: a release that holds it is refused.`;
    return [{ name: `the dependency ${ref} is ${entry.status.toLowerCase()}`, text }];
  });
}

/** Conventions of this repository about the module's files: those that people wrote, and those from reviews. */
export async function conventionsFor(
  { tree, stored, state }: Pick<TaskReading, "tree" | "stored" | "state">,
  { files }: Pick<BuiltModule, "files">,
): Promise<Pick<RoleFacts, "conventions">> {
  const peoples = conventionsIn(await tree.read(CONVENTIONS_PATH));
  const seen = state.conventions === "kept" ? (await stored([CONVENTIONS_PATH])).get(CONVENTIONS_PATH) : undefined;
  const paths = files.map(({ path }) => path);
  return { conventions: applicableConventions(withPeoples(peoples, conventionsIn(seen)), paths) };
}

function conventionsIn(text: string | undefined): readonly Convention[] {
  return text === undefined ? [] : orThrow(readYaml(CONVENTIONS_PATH, text, Conventions)).conventions;
}

/** A person's decisions about the contracts of this plan. */
export function decisionsOf({ work }: Pick<TaskReading, "work">): NamedText[] {
  return work.modules.flatMap(({ module_ref, amendments = [] }) =>
    amendments.map(({ reason, proposed_changes }) => ({
      name: `a person changed the contract of ${module_ref}`,
      text: `${reason} Changed: ${proposed_changes.map(({ path }) => path).join(", ")}.`,
    })),
  );
}

/**
 * The rulings about earlier modules of this plan: the ruling and its amendments, without its rationale, because a
 * Challenger does not see adjudications (requirements.md#who-sees-what).
 */
export function rulingsBefore(
  { work }: Pick<TaskReading, "work">,
  module: Pick<BuiltModule, "module_id">,
): NamedText[] {
  return work.modules
    .filter((before) => moduleIdOf(before) !== module.module_id)
    .flatMap(({ module_ref, name, trail, overridden_in }): NamedText[] => {
      const title = `${module_ref}, ${name}`;
      if (overridden_in !== undefined)
        return [{ name: title, text: `Shipped by a person's decision (${overridden_in}), over the debate.` }];
      const ruling = trail.adjudications.at(-1);
      return ruling === undefined ? [] : [{ name: title, text: rulingText(ruling) }];
    });
}

function rulingText({ decision, amendments }: Adjudication): string {
  return [decision, ...amendments.map(({ action, target, detail }) => `- ${action} ${target}: ${detail}`)].join("\n");
}
