import { describe, expect, it } from "vitest";
import { statusReport } from "../../../src/cli/status/status-report.js";
import { reduce } from "../../../src/engine/reduce.js";
import { addChanged, NO_FILES } from "../../../src/features/checkpoints/changed-files.js";
import { AnswerFiles } from "../../../src/features/modules/answer-files.js";
import { answerPath } from "../../../src/features/modules/artifacts/artifact-paths.js";
import { workKey } from "../../../src/features/modules/keys.js";
import type { ModuleStep } from "../../../src/features/modules/module-work.js";
import type { ProjectEvent } from "../../../src/features/tasks/board/project-event.js";
import { writeYaml } from "../../../src/yaml/yaml.js";
import { inWork, modules, pullsWith } from "../../support/halted.js";
import { decideOn, FIRST_TASK, NOW, stateOf } from "../../support/loop.js";
import { HEAD } from "../../support/observed.js";

const COMMITTING: ModuleStep = { step: "committing", activity: "implement", question: 3, gates: ["green"] };
const answer: AnswerFiles = {
  message: "factory: tags",
  files: [
    { path: "src/tag.ts", text: "x" },
    { path: ".factory/modules/MM-0001/contract.yml", text: "x" },
  ],
  deletions: ["src/old.ts"],
};
const files = new Map([[answerPath(FIRST_TASK, 3), writeYaml(answer, AnswerFiles)]]);
const committed = () =>
  decideOn(
    inWork({ modules: modules({ step: COMMITTING }) }),
    { pulls: pullsWith({ key: workKey(FIRST_TASK, 3), head: HEAD }) },
    { files },
  );

describe("the files changed so far", () => {
  it("are those of each commit that the App has made, in the status comment and for programs", () => {
    const decision = committed();
    const status = decision.pending.find(({ kind }) => kind === "keep-comment");
    expect(status).toMatchObject({
      body: expect.stringContaining(
        "<details><summary>2 files changed so far</summary>\n\n- `src/tag.ts`\n- `src/old.ts`\n\n</details>",
      ),
    });
    expect(statusReport(stateOf(decision), HEAD, new Map()).changed_files).toEqual({
      paths: ["src/tag.ts", "src/old.ts"],
      more: 0,
    });
  });

  it("outlive the work of a task that ships", () => {
    const state = stateOf(committed());
    const event: ProjectEvent = {
      kind: "task-shipped",
      at: NOW,
      task_id: FIRST_TASK,
      module_refs: [],
      merge_sha: HEAD,
      rationale: null,
    };
    const shipped = reduce(state, { kind: "project-updated", at: NOW, event });
    if (!shipped.ok) throw new Error(shipped.refusal.message);
    expect(shipped.value.work[FIRST_TASK]).toBeUndefined();
    expect(shipped.value.changed_files?.paths).toEqual(["src/tag.ts", "src/old.ts"]);
  });

  it("are kept once each, and counted beyond a limit", () => {
    const many = { paths: Array.from({ length: 499 }, (_, index) => `src/${index}.ts`), more: 2 };
    const sum = addChanged(addChanged(NO_FILES, many), { paths: ["src/0.ts", "a", "b", "c"], more: 0 });
    expect(sum.paths).toHaveLength(500);
    expect(sum.more).toBe(4);
  });
});
