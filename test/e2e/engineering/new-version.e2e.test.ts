import { describe, expect, it } from "vitest";
import { CodeIndexEntry, indexEntryPath, moduleFolder } from "../../../src/domain/index-entries/code-index-entry.js";
import { readYaml } from "../../../src/yaml/yaml.js";
import {
  askQuickly,
  consent,
  fileOf,
  hasEnded,
  type ScriptedProduct,
  startScriptedProduct,
  untilState,
} from "../../support/scripted-product.js";
import { aShippedContract, shippedFiles } from "../../support/shipped-files.js";
import {
  type Answers,
  planOf,
  proposal,
  quickTask,
  sourceOf,
  sourceText,
  specification,
  taskAnswers,
  testFileOf,
  testText,
  toy,
  write,
} from "../../support/toy-modules.js";
import { until } from "../../support/until.js";

/** Shipped by an earlier product. */
const ALPHA = toy("alpha", 7);
const SHIPPED = `${ALPHA.id}@1.0.0`;
const NEXT = `${ALPHA.id}@1.0.1`;
const { contract: PROMISED, examples } = specification(ALPHA);
const SHIPPED_ALPHA = aShippedContract({
  ...(PROMISED as Partial<ReturnType<typeof aShippedContract>>),
  module_id: ALPHA.id,
  name: "The alpha wrapper",
  entry: sourceOf(ALPHA),
  files: [
    { path: sourceOf(ALPHA), action: "CREATE", reason: "the module itself" },
    { path: testFileOf(ALPHA), action: "CREATE", reason: "its black-box tests" },
  ],
  test_file: testFileOf(ALPHA),
  target_artifacts: [sourceOf(ALPHA)],
  creates: ["alpha"],
  consumes: [],
});
const CODE = { [sourceOf(ALPHA)]: sourceText(ALPHA), [testFileOf(ALPHA)]: testText(ALPHA) };
const MENDED = `// mended\n${sourceText(ALPHA)}`;

/** The pull request of a person, and then the issue that its check asks for. */
const TASK = { ...quickTask([ALPHA]), id: "T-quick-issue-3-change-001" };

function planOfNext() {
  const [module] = planOf(TASK).modules;
  if (module === undefined) throw new TypeError("the plan has a module");
  return {
    ...module,
    reuse_candidate_refs: [SHIPPED],
    reuse_report: {
      ...module.reuse_report,
      candidates_considered: [{ module_ref: SHIPPED, why_rejected: "It has the defect." }],
    },
    files: module.files.map((file) => ({ ...file, action: "MODIFY" })),
    successor_of: SHIPPED,
  };
}

/** At first it would promise something else, and is told that a patch does not. */
const ANSWERS: Answers = {
  ...taskAnswers(TASK),
  [`planner/${TASK.id}/plan.1`]: [{ answer: { modules: [planOfNext()], dependencies: [] } }],
  [`proposer/${TASK.id}/${ALPHA.id}.specify.1`]: [
    { calls: [write(testFileOf(ALPHA), `// mended\n${testText(ALPHA)}`)] },
    {
      answer: {
        contract: { ...PROMISED, outputs: [{ name: "wrapped", type: "Buffer", invariants: ["begins with alpha"] }] },
        examples,
      },
    },
    { answer: { contract: PROMISED, examples } },
  ],
  [`proposer/${TASK.id}/${ALPHA.id}.implement.1`]: [
    { calls: [write(sourceOf(ALPHA), MENDED)] },
    { answer: proposal(ALPHA) },
  ],
};

async function sealedCheckOn({ gitHub, forge }: ScriptedProduct, ref: string) {
  const { data } = await gitHub.rest.checks.listForRef({ ...forge.repo, ref, check_name: "factory / sealed" });
  const run = data.check_runs.find(({ status }) => status === "completed");
  return run === undefined ? undefined : { conclusion: run.conclusion, summary: run.output.summary ?? "" };
}

/** A person mends the file manually. */
async function mendByHand({ gitHub, forge }: ScriptedProduct): Promise<string> {
  const { data: base } = await gitHub.rest.git.getRef({ ...forge.repo, ref: "heads/main" });
  await gitHub.rest.git.createRef({ ...forge.repo, ref: "refs/heads/mend", sha: base.object.sha });
  const path = sourceOf(ALPHA);
  const { data: old } = await gitHub.rest.repos.getContent({ ...forge.repo, path, ref: "mend" });
  if (Array.isArray(old)) throw new TypeError(`${path} is a file`);
  const content = Buffer.from(MENDED).toString("base64");
  const change = { ...forge.repo, path, branch: "mend", message: "Mend alpha", content, sha: old.sha };
  const { data: made } = await gitHub.rest.repos.createOrUpdateFileContents(change);
  await gitHub.rest.pulls.create({ ...forge.repo, head: "mend", base: "main", title: "Mend alpha" });
  return made.commit.sha ?? "";
}

describe("a shipped module with a defect", () => {
  it("is mended by the way that the check about seals names: an issue, a label, and the next version", async () => {
    const product = await startScriptedProduct({
      answers: ANSWERS,
      files: {
        ...CODE,
        ...shippedFiles(SHIPPED_ALPHA, { sealed: CODE }),
        [`${moduleFolder(ALPHA.id, "1.0.0")}/examples.md`]: examples,
      },
    });
    try {
      await consent(product);
      const mended = await mendByHand(product);
      const check = await until("the check about seals", () => sealedCheckOn(product, mended));
      expect(check.conclusion).toBe("failure");
      expect(check.summary).toContain(`open an issue that names ${SHIPPED}`);
      expect(check.summary).toContain("give it the label `factory:quick`");

      await askQuickly(product, TASK);
      const state = await untilState(product, "an end", (now) => hasEnded(now) && now.project !== null);
      const task = state.project?.tasks[TASK.id];
      expect(task?.status).toBe("SHIPPED");
      expect(task?.module_refs).toEqual([NEXT]);
      expect(await fileOf(product, sourceOf(ALPHA), "main")).toBe(MENDED);
      const entryOf = async (ref: string) => {
        const path = indexEntryPath(ref);
        const read = readYaml(path, await fileOf(product, path, "main"), CodeIndexEntry);
        return read.ok ? read.value : undefined;
      };
      expect(await entryOf(NEXT)).toMatchObject({ status: "SHIPPED" });
      expect(await entryOf(SHIPPED)).toMatchObject({ status: "SUPERSEDED", superseded_by: NEXT });

      const { gitHub, forge } = product;
      const number = task?.pull_request ?? 0;
      const { data: pull } = await gitHub.rest.pulls.get({ ...forge.repo, pull_number: number });
      expect(await sealedCheckOn(product, pull.head.sha)).toMatchObject({ conclusion: "success" });
      // What it would have promised otherwise was refused, with what differs.
      expect(JSON.stringify(product.seen).includes("Version 1.0.1 must be 2.0.0")).toBe(true);
    } finally {
      await product.stop();
    }
  });
});
