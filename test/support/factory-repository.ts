import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { Contract } from "../../src/domain/contract/contract.js";
import type { GatePart, GateRequest, GateRunType } from "../../src/domain/gates/gate-request.js";
import { ModuleLock, RedEvidence } from "../../src/domain/gates/module-lock.js";
import { BASELINE_PATH, moduleStatePath, planPath, STATE_PATH } from "../../src/domain/gates/state-paths.js";
import { MicroPlan } from "../../src/domain/plan/micro-plan.js";
import { TestBaseline } from "../../src/domain/validation/baseline.js";
import { renderTaskFile } from "../../src/features/tasks/task-file/render-task-file.js";
import { writeYaml } from "../../src/yaml/yaml.js";
import { aContract } from "./contract.js";
import { aBuiltDraft, aDraft, numberPlan } from "./micro-plan.js";
import { taskFile } from "./task-file.js";
import type { TempRepository } from "./temp-repository.js";

const TASK = "T-core-tags-normalise-001";
const MODULE = "MM-0001";

const FILES = [
  { path: "src/tag.js", action: "CREATE", reason: "the module" },
  { path: "test/tag.test.js", action: "CREATE", reason: "its tests" },
] satisfies Contract["files"];

/** A small module of a JavaScript product: `normaliseTag` lower-cases a tag and refuses an empty one. */
export const TAG_CONTRACT: Contract = aContract({
  inputs: [{ name: "raw", type: "string", constraints: ["not empty"] }],
  outputs: [{ name: "tag", type: "string", invariants: ["lower case"] }],
  error_surfaces: [{ name: "EmptyTag", when: "raw holds no letter", surface: "exception" }],
  effects: "none: pure",
  dependencies: [],
  entry: "src/tag.js",
  files: FILES,
  test_file: "test/tag.test.js",
  target_artifacts: ["src/tag.js"],
  creates: ["normaliseTag"],
  consumes: [],
  test_mapping: {},
  assertion_surface: [
    { kind: "export", target: "normaliseTag" },
    { kind: "error", target: "EmptyTag" },
  ],
  assertions: [
    {
      type: "assert",
      condition: "exports normaliseTag",
      message: "Must export normaliseTag",
      check: { type: "export_exists", target: "normaliseTag" },
    },
  ],
});

const TAG_TASK = taskFile({
  task_id: TASK,
  name: "Normalise tags",
  description: "Normalises a tag to lower case, and refuses a tag without letters.",
  subtasks: ["Lower the case", "Refuse what has no letters"],
  acceptance_criteria: ["normalises a tag to lower case", "refuses a tag without letters"],
});

const TAG_TESTS = `import assert from "node:assert/strict";
import { test } from "node:test";
import { normaliseTag } from "../src/tag.js";

// @clause CL-HAPPY-001
// @clause CL-OUTPUT-001
// @clause CL-AUDIT-001
test("normalises a tag to lower case", () => {
  assert.equal(normaliseTag("News"), "news");
});

// @clause CL-INPUT-001
// @clause CL-ERROR-001
test("refuses a tag without letters", () => {
  assert.throws(() => normaliseTag(""), { name: "EmptyTag" });
});
`;

export const TAG_SOURCE = `export function normaliseTag(raw) {
  if (!/[a-z]/i.test(raw)) throw Object.assign(new Error("no letter"), { name: "EmptyTag" });
  return raw.toLowerCase();
}
`;

/** The product of the repository: its first files and the one module it builds. */
export type FactoryProduct = {
  readonly base: Readonly<Record<string, string>>;
  readonly contract: Contract;
  readonly tests: string;
};

const scaffold = (name: string) => readFileSync(`gate-presets/scaffold/node/${name}`, "utf8");

const TAG_PRODUCT: FactoryProduct = {
  base: {
    "package.json": scaffold("package.json"),
    "package-lock.json": scaffold("package-lock.json"),
    ".factory/config.yml": "gates: { preset: node, confinement: preferred }\n",
  },
  contract: TAG_CONTRACT,
  tests: TAG_TESTS,
};

export type FactoryRepository = {
  /** The commit that the task starts from. */
  readonly base: string;
  /** The commit with contract, examples and tests, as the loop makes it before the red gates. */
  readonly red: string;
  /** Adds a commit to the task's branch. */
  readonly work: (files: Readonly<Record<string, string | undefined>>) => string;
  /** Adds a commit to the state branch. Tests are locked after the red gates. */
  readonly state: (facts?: { readonly locked?: boolean; readonly baseline?: TestBaseline }) => string;
  readonly request: (runType: GateRunType, part: GatePart, commits: Partial<GateRequest>) => GateRequest;
};

/** A repository in the middle of its first task, with the files of the state branch that gates read. */
export function createFactoryRepository(
  repository: TempRepository,
  extra: Readonly<Record<string, string>> = {},
  product: FactoryProduct = TAG_PRODUCT,
): FactoryRepository {
  const { test_file, files: manifest } = product.contract;
  const base = repository.commit({ ...product.base, ...extra });
  repository.git("checkout", "--quiet", "-b", `factory/${TASK}`);
  const folder = `.factory/modules/${MODULE}/1.0.0`;
  const contract = writeYaml(product.contract, Contract);
  const red = repository.commit({
    [`${folder}/contract.yml`]: contract,
    [`${folder}/examples.md`]: "# Examples\n",
    [test_file]: product.tests,
  });
  const blob = (commit: string, path: string) => repository.git("rev-parse", `${commit}:${path}`);
  const plan = numberPlan(aDraft(aBuiltDraft("tag", { ...builtFields(product.contract), depends_on: [] })));
  return {
    base,
    red,
    work: (files) => repository.commit(files),
    state: ({ locked = false, baseline } = {}) => {
      const path = `.factory/project/core/tags/normalise/tag/${TASK}.md`;
      const lock = {
        contract_blob: blob(red, `${folder}/contract.yml`),
        test_blob: blob(red, test_file),
        examples_blob: blob(red, `${folder}/examples.md`),
        manifest,
      };
      return orphan(repository, {
        [STATE_PATH]: `project: { tasks: { ${TASK}: { path: ${path} } } }\n`,
        [path]: renderTaskFile(TAG_TASK),
        [planPath(TASK)]: writeYaml(plan, MicroPlan),
        [moduleStatePath(TASK, MODULE, "contract.yml")]: contract,
        ...(baseline === undefined ? {} : { [BASELINE_PATH]: writeYaml(baseline, TestBaseline) }),
        ...(locked
          ? {
              [moduleStatePath(TASK, MODULE, "lock.yml")]: writeYaml(lock, ModuleLock),
              [moduleStatePath(TASK, MODULE, "red.yml")]: writeYaml(
                { contract_run: "0".repeat(32), head_sha: red, tests: [] },
                RedEvidence,
              ),
            }
          : {}),
      });
    },
    request: (run_type, part, commits) => ({
      schema_version: 1,
      nonce: "0123456789abcdef0123456789abcdef",
      part,
      run_type,
      task: TASK,
      module: `${MODULE}@1.0.0`,
      base_sha: base,
      head_sha: red,
      state_sha: base,
      ...commits,
    }),
  };
}

function builtFields({ entry, files, test_file, creates, consumes }: Contract) {
  return { entry, files, test_file, creates, consumes };
}

/** A commit without parents that no branch contains. */
function orphan(repository: TempRepository, files: Readonly<Record<string, string>>): string {
  const index = `${repository.folder}/.git/state-index-${Object.keys(files).length}`;
  const env = { ...process.env, GIT_INDEX_FILE: index, GIT_CONFIG_GLOBAL: "/dev/null" };
  const run = (args: string[], input = "") =>
    execFileSync("git", args, { cwd: repository.folder, env, input, encoding: "utf8" }).trim();
  run(["read-tree", "--empty"]);
  for (const [path, text] of Object.entries(files)) {
    const object = run(["hash-object", "-w", "--stdin"], text);
    run(["update-index", "--add", "--cacheinfo", `100644,${object},${path}`]);
  }
  const identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];
  const commit = run([...identity, "commit-tree", run(["write-tree"]), "-m", "state"]);
  repository.git("update-ref", `refs/heads/state-${commit.slice(0, 8)}`, commit);
  return commit;
}
