import type { NamedText, RoleFacts } from "../../context/sections/role-facts.js";
import { Contract } from "../../domain/contract/contract.js";
import { unshownValues } from "../../domain/debate/unshown-values.js";
import { writeYaml } from "../../yaml/yaml.js";
import { describedTask } from "../reviewers/reviewer-facts.js";
import type { ModuleReading } from "./read-module.js";
import type { TaskReading } from "./read-task.js";

/** What the task quotes and neither tests nor contract have; nothing before there are tests. */
export function unshownIn(
  { taskFile }: Pick<TaskReading, "taskFile">,
  { contract, examples }: Pick<ModuleReading, "contract" | "examples">,
  tests: readonly NamedText[],
): Pick<RoleFacts, "unshownValues"> {
  if (tests.length === 0 || contract === null) return {};
  return {
    unshownValues: unshownValues({
      acceptanceCriteria: taskFile.acceptance_criteria,
      taskText: describedTask(taskFile),
      tests: tests.map(({ text }) => text),
      promises: [writeYaml(contract, Contract), examples ?? ""].join("\n"),
    }),
  };
}
