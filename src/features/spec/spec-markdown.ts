import { plainLine, quotingLine, quotingText } from "../../render/plain-text.js";
import { IO_DIMENSIONS, type ProductSpec, type SpecTask } from "./product-spec.js";

/** Renders the spec for the person who approves it. */
export function specMarkdown(spec: ProductSpec): string {
  const lines = [
    `# ${plainLine(spec.title)}`,
    "",
    `${spec.spec_id}, version ${spec.spec_version}`,
    "",
    quotingText(spec.description),
    "",
  ];
  for (const pillar of spec.pillars) {
    lines.push(
      `## ${plainLine(pillar.name)}`,
      "",
      quotingText(pillar.description),
      "",
      `*Why:* ${quotingLine(pillar.rationale)}`,
      "",
    );
    for (const epic of pillar.epics) {
      lines.push(`### ${plainLine(epic.name)}`, "", quotingText(epic.description), "");
      lines.push(...epic.success_criteria.map((criterion) => `- Success: ${quotingLine(criterion)}`), "");
      for (const story of epic.stories) {
        lines.push(`#### ${plainLine(story.name)}`, "", quotingText(story.description), "");
        lines.push(`*What a user sees:* ${quotingLine(story.user_facing_behavior)}`, "");
        for (const task of story.tasks) lines.push(...taskLines(task));
      }
    }
  }
  return `${lines.join("\n").trimEnd()}\n`;
}

function taskLines(task: SpecTask): string[] {
  return [
    `##### ${task.task_id}: ${plainLine(task.name)}`,
    "",
    quotingText(task.description),
    "",
    ...((task.depends_on ?? []).length > 0 ? [`Needs ${(task.depends_on ?? []).join(", ")}.`, ""] : []),
    "Steps:",
    "",
    ...task.subtasks.map((subtask, index) => `${index + 1}. ${quotingLine(subtask)}`),
    "",
    "Accepted when:",
    "",
    ...task.acceptance_criteria.map((criterion) => `- ${quotingLine(criterion)}`),
    "",
    "| dimension | sketch |",
    "|---|---|",
    ...IO_DIMENSIONS.map(
      (dimension) => `| ${dimension.replace("_", " ")} | ${quotingLine(task.io_contract_sketch[dimension])} |`,
    ),
    "",
  ];
}
