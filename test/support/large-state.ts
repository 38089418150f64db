/** A state file with many tasks, each of which depends on the three before it. */
import { FactoryState } from "../../src/engine/factory-state.js";
import { writeYaml } from "../../src/yaml/yaml.js";
import { started } from "./loop.js";
import { aProject } from "./project-state.js";

export function stateOf(tasks: number): string {
  const names = Array.from({ length: tasks }, (_, index) => `task-with-a-name-of-ordinary-length-${index + 1}`);
  const project = aProject(
    Object.fromEntries(names.map((name, index) => [name, { after: names.slice(Math.max(0, index - 3), index) }])),
  );
  return writeYaml({ ...started, project, work: {} }, FactoryState);
}
