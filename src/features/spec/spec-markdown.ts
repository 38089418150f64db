import { plainLine, plainText } from "../../render/plain-text.js";
import { IO_DIMENSIONS, type ProductSpec, type SpecTask } from "./product-spec.js";

/** Renders the spec for the person who approves it. */
export function specMarkdown(spec: ProductSpec): string {
  const lines = [
    `# ${plainLine(spec.title)}`,
    "",
    `${spec.spec_id}, version ${spec.spec_version}`,
    "",
    plainText(spec.description),
    "",
  ];
  for (const pillar of spec.pillars) {
    lines.push(
      `## ${plainLine(pillar.name)}`,
      "",
      plainText(pillar.description),
      "",
      `*Why:* ${plainLine(pillar.rationale)}`,
      "",
    );
    for (const epic of pillar.epics) {
      lines.push(`### ${plainLine(epic.name)}`, "", plainText(epic.description), "");
      lines.push(...epic.success_criteria.map((criterion) => `- Success: ${plainLine(criterion)}`), "");
      for (const story of epic.stories) {
        lines.push(`#### ${plainLine(story.name)}`, "", plainText(story.description), "");
        lines.push(`*What a user sees:* ${plainLine(story.user_facing_behavior)}`, "");
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
    plainText(task.description),
    "",
    ...((task.depends_on ?? []).length > 0 ? [`Needs ${(task.depends_on ?? []).join(", ")}.`, ""] : []),
    "Steps:",
    "",
    ...task.subtasks.map((subtask, index) => `${index + 1}. ${plainLine(subtask)}`),
    "",
    "Accepted when:",
    "",
    ...task.acceptance_criteria.map((criterion) => `- ${plainLine(criterion)}`),
    "",
    "| dimension | sketch |",
    "|---|---|",
    ...IO_DIMENSIONS.map(
      (dimension) => `| ${dimension.replace("_", " ")} | ${plainLine(task.io_contract_sketch[dimension])} |`,
    ),
    "",
  ];
}
