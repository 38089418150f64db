import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { Contract } from "../../../src/domain/contract/contract.js";
import { CodeIndexEntry } from "../../../src/domain/index-entries/code-index-entry.js";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import { Precedent } from "../../../src/features/halts/resolution/precedent.js";
import { ChangeAssessment } from "../../../src/features/interface-change/rules/assessment.js";
import { InterfaceChangeDecision } from "../../../src/features/interface-change/rules/change-decision.js";
import {
  assessmentPath,
  candidatePath,
  contractDebatePath,
  decisionPath,
  interfaceChangePath,
} from "../../../src/features/interface-change/rules/change-file-paths.js";
import { ContractChallenge, ContractRuling } from "../../../src/features/interface-change/rules/contract-debate.js";
import { InterfaceChangeRequest } from "../../../src/features/interface-change/rules/interface-change-request.js";
import { resolutionPath } from "../../../src/features/modules/artifacts/artifact-paths.js";
import { ShipEvidence } from "../../../src/features/shipping/ship-evidence.js";
import { afterTheSecond } from "../../../src/sandbox/demo/person.js";
import { readYaml } from "../../../src/yaml/yaml.js";
import {
  CONTRACT_APPROVAL,
  CONTRACT_FAIL,
  CONTRACT_PASS,
  contractTurn,
  REDRAFT,
  raise,
  reverifyAnswers,
  secondAttempt,
  stricterSource,
  versionAnswers,
} from "../../support/changed-toys.js";
import {
  approveProduct,
  type ScriptedProduct,
  startScriptedProduct,
  stateFile,
  untilState,
} from "../../support/scripted-product.js";
import {
  type Answers,
  proposal,
  smoothAnswers,
  sourceOf,
  sourceText,
  toy,
  toyTask,
} from "../../support/toy-modules.js";
import { until } from "../../support/until.js";

const run = promisify(execFile);

const ALPHA = toy("alpha", 1);
const BETA = toy("beta", 2, [ALPHA]);
const GAMMA = toy("gamma", 3, [ALPHA]);
/** Another attempt plans anew, and numbers are never used twice. */
const GAMMA_AGAIN = toy("gamma", 4, [ALPHA]);
const [FIRST, SECOND, ASKING] = [toyTask(1, [ALPHA]), toyTask(2, [BETA]), toyTask(3, [GAMMA])] as const;
const [VERSION_TASK, VERIFY_TASK] = [toyTask(4, []).id, toyTask(5, []).id];
const NEXT = "MM-0001@2.0.0";

const ANSWERS: Answers = {
  ...smoothAnswers([FIRST, SECOND, ASKING]),
  // The first call is refused and says why: MM-0002 is not what this module rests on.
  [`proposer/${ASKING.id}/${GAMMA.id}.implement.1`]: [
    raise(BETA),
    raise(ALPHA),
    { calls: [{ name: "list", input: { folder: "" } }] },
    { answer: proposal(GAMMA) },
  ],
  [contractTurn("challenger", ASKING, ALPHA, "challenge", 1)]: [{ answer: CONTRACT_FAIL }],
  [contractTurn("proposer", ASKING, ALPHA, "redraft", 2)]: [{ answer: REDRAFT as never }],
  [contractTurn("challenger", ASKING, ALPHA, "challenge", 3)]: [{ answer: CONTRACT_PASS }],
  [contractTurn("arbiter", ASKING, ALPHA, "adjudicate", 4)]: [{ answer: CONTRACT_APPROVAL }],
  ...versionAnswers(VERSION_TASK, ALPHA, sourceText(ALPHA)),
  ...secondAttempt(ASKING, GAMMA_AGAIN, NEXT, [NEXT, "MM-0002@1.0.0"]),
  ...reverifyAnswers(VERIFY_TASK, BETA, NEXT),
};

type Told = {
  readonly product: ScriptedProduct;
  readonly exception: string;
  readonly halted: FactoryState;
  readonly end: FactoryState;
  readonly clone: string;
};
const started: { product?: ScriptedProduct; told?: Told } = {};

function told(): Told {
  if (started.told === undefined) throw new Error("the story was not told");
  return started.told;
}

const statusOf = (state: FactoryState, task: string) => state.project?.tasks[task]?.status;
const git = async (...args: string[]) => (await run("git", args, { cwd: told().clone })).stdout.trim();

function read<S extends z.ZodType>(path: string, schema: S): z.output<S> {
  const outcome = readYaml(path, readFileSync(join(told().clone, path), "utf8"), schema);
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome.value;
}

async function say(product: ScriptedProduct, pull: number, words: string): Promise<string> {
  const before = (await product.person.comments(pull)).length;
  await afterTheSecond();
  await product.person.comment(pull, words);
  return until(`the answer to ${words}`, async () => (await product.person.comments(pull)).slice(before + 1)[0]);
}

beforeAll(async () => {
  const product = await startScriptedProduct({ answers: ANSWERS });
  started.product = product;
  await approveProduct(product);
  const halted = await untilState(product, "the halt", (state) => statusOf(state, ASKING.id) === "HALTED");
  const pull = halted.project?.tasks[ASKING.id]?.pull_request;
  if (pull === null || pull === undefined) throw new Error("the halted task has no pull request");
  const [exception = ""] = Object.keys(halted.interface_changes);
  await until("the card", async () =>
    (await product.person.comments(pull)).find((body) => body.includes("## May the")),
  );
  expect(await say(product, pull, "/factory ice defer")).toContain(`${exception} is deferred`);
  expect(await say(product, pull, "/factory ice approve")).toContain(`${exception} is approved`);
  const isOver = (state: FactoryState) =>
    state.release?.phase === "published" ||
    state.release?.phase === "refused" ||
    (statusOf(state, ASKING.id) !== "HALTED" &&
      Object.values(state.project?.tasks ?? {}).some(({ status }) => status === "HALTED"));
  const end = await untilState(product, "the end", isOver);
  const clone = mkdtempSync(join(tmpdir(), "interface-change-"));
  const { host, repo, users } = product.forge;
  await run("git", ["clone", "--quiet", `http://x:${users.admin.token}@${host}/${repo.owner}/${repo.repo}.git`, clone]);
  started.told = { product, exception, halted, end, clone };
});

afterAll(async () => {
  await started.product?.stop();
  if (started.told !== undefined) rmSync(started.told.clone, { recursive: true, force: true });
});

describe("an interface change that the Proposer raises and a person approves", () => {
  it("ships the new version, then the task that waited, then what rests on it, and releases", () => {
    const { end } = told();
    const tasks = Object.entries(end.project?.tasks ?? {});
    expect(tasks.map(([id, { status, module_refs }]) => [id, status, module_refs])).toEqual([
      [FIRST.id, "SHIPPED", ["MM-0001@1.0.0"]],
      [SECOND.id, "SHIPPED", ["MM-0002@1.0.0"]],
      [ASKING.id, "SHIPPED", ["MM-0004@1.0.0"]],
      [VERSION_TASK, "SHIPPED", [NEXT]],
      [VERIFY_TASK, "SHIPPED", ["MM-0002@1.0.1"]],
    ]);
    const at = (task: string) => Date.parse(end.project?.tasks[task]?.shipped_at ?? "");
    expect(at(VERSION_TASK)).toBeLessThanOrEqual(at(ASKING.id));
    expect(end.project?.tasks[ASKING.id]?.depends_on).toEqual([SECOND.id, VERSION_TASK]);
    expect(end.release).toMatchObject({ phase: "published" });
  });

  it("was halted with scope UPSTREAM, and the card showed the difference, the verdict and who is affected", async () => {
    const { halted, product, exception } = told();
    expect(halted.work[ASKING.id]?.stage).toMatchObject({ stage: "halted", cause: { kind: "interface-change" } });
    const pull = halted.project?.tasks[ASKING.id]?.pull_request ?? 0;
    const card = (await product.person.comments(pull)).find((body) => body.includes("## May the"));
    expect(card).toContain("It would become 2.0.0, which **breaks** whoever uses it.");
    expect(card).toContain("but the change is BREAKING");
    expect(card).toContain("| inputs | `text` | changed |");
    expect(card).toContain("| outputs | `length` | added |");
    expect(card).toContain("- used by: MM-0002@1.0.0");
    expect(card).toContain("/factory ice approve");
    expect(halted.interface_changes[exception]).toMatchObject({ target_module: "MM-0001@1.0.0", decisions: [] });
  });

  it("told the model why its first call was refused, and let it do nothing after the one that counted", () => {
    const question = `proposer/${ASKING.id}/${GAMMA.id}.implement.1`;
    const [, , , last] = told().product.seen.filter((request) => request.question === question);
    const said = JSON.stringify(last?.body);
    expect(said).toContain("MM-0002@1.0.0 is not a declared dependency of MM-0003.");
    expect(said).toContain("task_halted");
    expect(said).toContain("the task is halted: an interface change exception was raised");
  });

  it("keeps the exception, each decision and the whole debate on the state branch", async () => {
    const { product, exception, halted } = told();
    const raised = await stateFile(product, interfaceChangePath(exception), InterfaceChangeRequest);
    expect(raised).toMatchObject({ raised_by: { role: "proposer" }, target_module: "MM-0001@1.0.0" });
    const assessment = await stateFile(product, assessmentPath(exception), ChangeAssessment);
    expect(assessment).toMatchObject({
      compatibility: "BREAKING",
      affected: { modules: ["MM-0002@1.0.0"], tasks: [] },
    });
    const decisions = await Promise.all(
      [1, 2].map((number) => stateFile(product, decisionPath(exception, number), InterfaceChangeDecision)),
    );
    expect(decisions.map(({ decision }) => decision)).toEqual(["DEFER", "APPROVE_CHANGE"]);
    const greedy = await stateFile(product, candidatePath(exception, 1), Contract);
    const agreed = await stateFile(product, candidatePath(exception, 2), Contract);
    expect(greedy.outputs.map(({ name }) => name)).toEqual(["wrapped", "length"]);
    expect(agreed.outputs.map(({ name }) => name)).toEqual(["wrapped"]);
    const said = await stateFile(product, contractDebatePath(exception, { round: 1 }, "challenge"), ContractChallenge);
    expect(said.verdict).toBe("FAIL");
    const ruling = await stateFile(
      product,
      contractDebatePath(exception, { round: 2 }, "adjudication"),
      ContractRuling,
    );
    expect(ruling.decision).toBe("APPROVE");
    const card = halted.project?.tasks[ASKING.id]?.escalation_ref ?? "";
    const precedent = await stateFile(product, resolutionPath(card), Precedent);
    expect(precedent.resolution).toEqual({ action: "APPROVE_INTERFACE_CHANGE", exception_id: exception });
  });

  it("leaves the old version as it was and supersedes it in the index when the new one ships", async () => {
    const [old, next] = ["1.0.0", "2.0.0"].map((version) => `.factory/modules/MM-0001/${version}`);
    expect(readdirSync(join(told().clone, next ?? "")).sort()).toEqual(
      readdirSync(join(told().clone, old ?? "")).sort(),
    );
    const shippedIn = await git("log", "--format=%s", "--", `${old}/contract.yml`);
    expect(shippedIn).toBe(`factory: ${FIRST.id} - ${FIRST.name}`);
    expect(read(`${next}/contract.yml`, Contract)).toMatchObject({
      module_version: "2.0.0",
      change_type: "modify",
      inputs: [{ name: "text", constraints: ["is a string", "is not blank"] }],
    });
    const index = (ref: string) => read(`.factory/code-index/${ref}.yml`, CodeIndexEntry);
    expect(index("MM-0001@1.0.0")).toMatchObject({ status: "SUPERSEDED", superseded_by: NEXT });
    expect(index(NEXT)).toMatchObject({ status: "SHIPPED", superseded_by: null });
    expect(index("MM-0002@1.0.0")).toMatchObject({ status: "SUPERSEDED", superseded_by: "MM-0002@1.0.1" });
    expect(index("MM-0002@1.0.1").dependencies).toEqual(["MM-0001@^2.0.0"]);
    expect(index("MM-0004@1.0.0").dependencies).toEqual(["MM-0001@^2.0.0"]);
    expect(existsSync(join(told().clone, ".factory/code-index/MM-0003@1.0.0.yml"))).toBe(false);
  });

  it("changes the sealed files by the new version's own task, which seals them again", async () => {
    const [file, evidence] = [sourceOf(ALPHA), read(".factory/modules/MM-0001/2.0.0/ship.yml", ShipEvidence)];
    expect(readFileSync(join(told().clone, file), "utf8")).toBe(stricterSource(sourceText(ALPHA)));
    // A title mentions nobody: what could be a mention has an invisible character in it.
    const [title = ""] = [await git("log", "-1", "--format=%s", "--", file)].map((text) => text.replace("\u2060", ""));
    expect(title).toBe(`factory: ${VERSION_TASK} - Build ${NEXT}`);
    const sealed = evidence.sealed_files.find(({ path }) => path === file);
    expect(sealed?.blob).toBe(await git("rev-parse", `HEAD:${file}`));
    const built = read(".factory/modules/MM-0004/1.0.0/ship.yml", ShipEvidence);
    expect(built.dependencies.map(({ module_ref }) => module_ref)).toEqual([NEXT]);
  });

  it("said in the halted task's conversation what was agreed and who builds it", async () => {
    const { product, halted, exception } = told();
    const pull = halted.project?.tasks[ASKING.id]?.pull_request ?? 0;
    const said = (await product.person.comments(pull)).find((body) => body.includes(`factory:ice-agreed:${exception}`));
    expect(said).toContain(`${VERSION_TASK} builds ${NEXT}`);
  });
});
