import { expect, it } from "vitest";
import { taskPullRequestBody } from "../../../src/features/tasks/task-pull-request.js";
import { FIRST_TASK, planning, SECOND_TASK } from "../../support/loop.js";

const tasks = planning.project?.tasks ?? {};
const [first, second] = [tasks[FIRST_TASK], tasks[SECOND_TASK]];
if (first === undefined || second === undefined) throw new Error("there are two tasks");
const bodyWith = (pull_request: number | null) =>
  taskPullRequestBody({
    taskId: SECOND_TASK,
    task: { ...second, depends_on: [FIRST_TASK] },
    issue: 1,
    tasks: { ...tasks, [FIRST_TASK]: { ...first, task: "Count <words>", pull_request } },
    taskUrl: `/acme/product/blob/factory/state/${second.path}`,
  });

it("a task's pull request links the task where it lies", () => {
  expect(bodyWith(5)).toContain(`[\`${second.path}\`](/acme/product/blob/factory/state/${second.path})`);
});

it.each([
  [5, `- **Count &lt;words&gt;** (${FIRST_TASK}, #5)`],
  [null, `- **Count &lt;words&gt;** (${FIRST_TASK})`],
])("a task's pull request names what it builds on by its title, with pull request %j", (pull, line) => {
  expect(bodyWith(pull).split("\n")).toContain(line);
});
