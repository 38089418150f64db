import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Contribution } from "../../../src/domain/artifacts/contribution.js";
import { Contract } from "../../../src/domain/contract/contract.js";
import { DeclinedAmendment } from "../../../src/domain/enforcement/contract-amendment.js";
import { GateReport } from "../../../src/domain/gates/gate-report.js";
import { moduleStatePath, planPath } from "../../../src/domain/gates/state-paths.js";
import { lockPlan } from "../../../src/domain/plan/lock.js";
import { MicroPlan } from "../../../src/domain/plan/micro-plan.js";
import { type Outcome, orThrow } from "../../../src/domain/refusal.js";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import { gateReportPath } from "../../../src/features/modules/artifacts/artifact-paths.js";
import type { Question, RoleModel } from "../../../src/model/model-port.js";
import { proposeAmendment } from "../../../src/roles/amendment-proposer/propose-amendment.js";
import { readYaml, writeYaml } from "../../../src/yaml/yaml.js";
import { aContract } from "../../support/contract.js";
import { gateReport, gateRequest } from "../../support/gate-report.js";
import { gitReader } from "../../support/git-reader.js";
import { gates, haltOf, inWork, modules } from "../../support/halted.js";
import { REPOSITORY, storeOf } from "../../support/job-ports.js";
import { FIRST_TASK, NOW } from "../../support/loop.js";
import { aBuiltDraft, aDraft, numberPlan } from "../../support/micro-plan.js";
import { createTempRepository, type TempRepository } from "../../support/temp-repository.js";
import { aViolation } from "../../support/violation.js";

const stage: { repository?: TempRepository } = {};
beforeAll(() => {
  stage.repository = createTempRepository();
});
afterAll(() => stage.repository?.remove());

const VIOLATION = aViolation({ check: "signature_match" });
const PLAN = numberPlan(aDraft(aBuiltDraft("tag")));
const STORED: Readonly<Record<string, string>> = {
  ...Object.fromEntries(haltOf().branch),
  ...Object.fromEntries(
    Object.entries(gates().nonces).map(([part, nonce]) => {
      const of = { nonce, task: FIRST_TASK, module: "MM-0001@1.0.0", part: part as "judge" | "execute" };
      return [gateReportPath(FIRST_TASK, nonce), writeYaml(gateReport(gateRequest(of)), GateReport)];
    }),
  ),
  [planPath(FIRST_TASK)]: writeYaml(PLAN, MicroPlan),
  [moduleStatePath(FIRST_TASK, "MM-0001", "contract.yml")]: writeYaml(aContract(), Contract),
};
const ASKED = {
  kind: "ask-role",
  key: "k",
  task: FIRST_TASK,
  module: "MM-0001",
  activity: "propose",
  question: 5,
  attempt: 1,
  from: "head",
} as const;

/** The proposer is asked after the same failure three times, and answers so. */
async function answered(
  answer: unknown,
  { state = {}, stored = {} }: { readonly state?: Partial<FactoryState>; readonly stored?: typeof STORED } = {},
) {
  if (stage.repository === undefined) throw new Error("there is no repository yet");
  const head = stage.repository.commit({ "src/tag.ts": "export const tag = 1;\n" });
  const step = { step: "asking", activity: "propose", question: 5, attempt: 1, from: "head" } as const;
  const [module] = modules({
    step,
    judged: { head, gates: gates() },
    contract_failures: [[VIOLATION], [VIOLATION], [VIOLATION]],
  });
  if (module === undefined) throw new Error("the plan has a module");
  const asked: Question<unknown>[] = [];
  const told: Outcome<unknown>[] = [];
  const model: RoleModel = {
    name: "answering",
    webSearch: { offered: false, why: "it is a fake" },
    async ask(question) {
      asked.push(question as Question<unknown>);
      const value = question.Answer.parse(answer);
      told.push(await question.check(value));
      return { kind: "answered", value, sources: [], usage: [] };
    },
  };
  const unused = () => {
    throw new Error("nobody asks for this");
  };
  const result = await proposeAmendment(REPOSITORY, ASKED, {
    state: storeOf(
      { ...inWork({ modules: [module], head, questions: 5, plan: lockPlan(PLAN) }), ...state },
      { ...STORED, ...stored },
    ),
    reader: gitReader(stage.repository),
    model,
    clock: { now: () => NOW },
    signal: new AbortController().signal,
    boundaryFor: () => "boundary",
    indexOf: unused,
    surfaceOf: unused,
    forge: { perform: unused },
  });
  return { result, pack: asked[0]?.pack, told: told[0] };
}
const declined = () => answered({ amendment: null, why: "The code misreads the contract." });

describe("an amendment that its proposer declines", () => {
  it("is an answer like any other: it is on record with why, and leaves its contribution", async () => {
    const { result, pack } = await declined();
    expect(result.events).toMatchObject([{ kind: "work-updated", event: { kind: "amendment-declined" } }]);
    const read = <S extends typeof Contribution | typeof DeclinedAmendment>(part: string, schema: S) => {
      const [file, ...more] = result.files.filter(({ path }) => path.includes(part));
      if (file === undefined || more.length > 0) throw new Error(`expected one file in ${part}`);
      return { path: file.path, value: orThrow(readYaml(file.path, file.text, schema)) };
    };
    const record = read("/amendments/", DeclinedAmendment);
    expect(record.value).toMatchObject({ why: "The code misreads the contract.", violations: [VIOLATION] });
    expect(read("/contributions/", Contribution).value).toMatchObject({
      type: "CONTRACT_AMENDMENT",
      produced_by: { role: "amendment-proposer", run_id: pack?.created_for.run_id },
      artifact_ref: record.path,
      context_pack_ref: pack?.context_pack_id,
    });
  });
});

describe("an amendment that cannot be applied", () => {
  const CONTRACT_PATH = moduleStatePath(FIRST_TASK, "MM-0001", "contract.yml");
  const current = aContract({ dependencies: [] });
  const own = { [CONTRACT_PATH]: writeYaml(current, Contract) };
  const change = (path: string, old_value: string, new_value: string) => ({
    amendment: {
      reason: "It cannot be met.",
      proposed_changes: [{ path, old_value, new_value }],
      additional_types: [],
    },
    why: "The code cannot be written to it.",
  });
  const INTERFACE = change("inputs[0].type", "string", "Buffer");
  const ASSERTION = change("assertions[0].condition", "exports normaliseTag", "exports normaliseTag by name");

  it("is refused before a person sees it, where the interface was agreed before the task began", async () => {
    const contract = ".factory/exceptions/ICE-0a1b2c3d/round-1/contract.yml";
    const agreed_versions = { [FIRST_TASK]: { replaces: "MM-0001@0.9.0", version: "1.0.0", contract } };
    const agreed = { state: { agreed_versions }, stored: { ...own, [contract]: own[CONTRACT_PATH] ?? "" } };
    const { told } = await answered(INTERFACE, agreed);
    expect(told).toMatchObject({ ok: false, refusal: { code: "interface-agreed" } });
    expect((await answered(ASSERTION, agreed)).told).toMatchObject({ ok: true });
    expect((await answered(INTERFACE, { stored: own })).told).toMatchObject({ ok: true });
  });

  it("is refused where it names dependencies that the plan has not", async () => {
    const { told } = await answered(change("dependencies", "[]", '[{"ref":"MM-0009@^1.0.0","why":"folds"}]'), {
      stored: own,
    });
    expect(told).toMatchObject({ ok: false, refusal: { code: "dependency-fingerprint-missing" } });
  });
});
