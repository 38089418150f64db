import { siblingSlugs } from "./sibling-slugs.js";
import { formatTaskId, taskScope, type UsedNumbers } from "./task-id.js";

const PROJECT_FOLDER = ".factory/project";

type Named = { readonly name: string };

/** The part of a product spec from which ids and folders are made. */
export type NamedSpec = {
  readonly pillars: readonly (Named & {
    readonly epics: readonly (Named & {
      readonly stories: readonly (Named & { readonly tasks: readonly (Named & { readonly task_id: string })[] })[];
    })[];
  })[];
};

/** The place of one task of the spec. The id is computed, not yet checked: see `taskIdProblems`. */
export type PlacedTask = {
  readonly specTaskId: string;
  readonly name: string;
  readonly storyName: string;
  /** Its path in the spec, as deficiencies name it. */
  readonly specPath: string;
  readonly storyPath: string;
  /** From 1, in declaration order within the story. */
  readonly sequence: number;
  readonly taskId: string;
  /** The path of its task file. */
  readonly path: string;
};

/**
 * Every task of the spec in declaration order, depth first, with its id and its folder
 * (requirements.md#project-folders). An id is used once in a repository: numbers continue after those of earlier
 * products, whose branches and pull requests still exist.
 */
export function layOutTasks({ pillars }: NamedSpec, used: UsedNumbers = {}): PlacedTask[] {
  return withSlugs(pillars, "pillars").flatMap((pillar) =>
    withSlugs(pillar.item.epics, `${pillar.specPath}.epics`).flatMap((epic) =>
      withSlugs(epic.item.stories, `${epic.specPath}.stories`).flatMap((story) =>
        withSlugs(story.item.tasks, `${story.specPath}.tasks`).map((task, index) => {
          const slugs = [pillar.slug, epic.slug, story.slug] as const;
          const sequence = (used[taskScope(slugs)] ?? 0) + index + 1;
          const taskId = formatTaskId(slugs, sequence);
          return {
            specTaskId: task.item.task_id,
            name: task.item.name,
            storyName: story.item.name,
            specPath: task.specPath,
            storyPath: story.specPath,
            sequence,
            taskId,
            path: taskFilePath([...slugs, task.slug], taskId),
          };
        }),
      ),
    ),
  );
}

function taskFilePath(slugs: readonly [string, string, string, string], taskId: string): string {
  return [PROJECT_FOLDER, ...slugs, `${taskId}.md`].join("/");
}

function withSlugs<T extends Named>(items: readonly T[], specPath: string) {
  const slugs = siblingSlugs(items.map((item) => item.name));
  return items.map((item, index) => ({ item, slug: slugs[index] ?? "", specPath: `${specPath}[${index}]` }));
}
