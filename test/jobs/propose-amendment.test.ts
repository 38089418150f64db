import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Contribution } from "../../src/domain/artifacts/contribution.js";
import { Contract } from "../../src/domain/contract/contract.js";
import { DeclinedAmendment } from "../../src/domain/enforcement/contract-amendment.js";
import { GateReport } from "../../src/domain/gates/gate-report.js";
import { moduleStatePath, planPath } from "../../src/domain/gates/state-paths.js";
import { lockPlan } from "../../src/domain/plan/lock.js";
import { MicroPlan } from "../../src/domain/plan/micro-plan.js";
import { orThrow } from "../../src/domain/refusal.js";
import { gateReportPath } from "../../src/domain/work/artifact-paths.js";
import { proposeAmendment } from "../../src/jobs/propose-amendment.js";
import type { Question, RoleModel } from "../../src/model-port.js";
import { readYaml, writeYaml } from "../../src/yaml.js";
import { aContract } from "../support/contract.js";
import { gateReport, gateRequest } from "../support/gate-report.js";
import { gitReader } from "../support/git-reader.js";
import { gates, haltOf, inWork, modules } from "../support/halted.js";
import { REPOSITORY, storeOf } from "../support/job-ports.js";
import { FIRST_TASK, NOW } from "../support/loop.js";
import { aBuiltDraft, aDraft, numberPlan } from "../support/micro-plan.js";
import { createTempRepository, type TempRepository } from "../support/temp-repository.js";
import { aViolation } from "../support/violation.js";

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
  move: "propose",
  question: 5,
  attempt: 1,
  from: "head",
} as const;

/** The proposer is asked after the same failure three times, and says that the contract is right. */
async function declined() {
  if (stage.repository === undefined) throw new Error("there is no repository yet");
  const head = stage.repository.commit({ "src/tag.ts": "export const tag = 1;\n" });
  const step = { step: "asking", move: "propose", question: 5, attempt: 1, from: "head" } as const;
  const [module] = modules({
    step,
    judged: { head, gates: gates() },
    contract_failures: [[VIOLATION], [VIOLATION], [VIOLATION]],
  });
  if (module === undefined) throw new Error("the plan has a module");
  const asked: Question<unknown>[] = [];
  const model: RoleModel = {
    name: "declining",
    webSearch: { offered: false, why: "it is a fake" },
    async ask(question) {
      asked.push(question as Question<unknown>);
      const value = question.Answer.parse({ amendment: null, why: "The code misreads the contract." });
      return { kind: "answered", value, sources: [], usage: [] };
    },
  };
  const unused = () => {
    throw new Error("nobody asks for this");
  };
  const result = await proposeAmendment(REPOSITORY, ASKED, {
    state: storeOf(inWork({ modules: [module], head, questions: 5, plan: lockPlan(PLAN) }), STORED),
    reader: gitReader(stage.repository),
    model,
    clock: { now: () => NOW },
    signal: new AbortController().signal,
    boundaryFor: () => "boundary",
    indexOf: unused,
    surfaceOf: unused,
    forge: { perform: unused },
  });
  return { result, pack: asked[0]?.pack };
}

describe("an amendment that its proposer declines", () => {
  it("is an answer like any other: it is on record with why, and leaves its contribution", async () => {
    const { result, pack } = await declined();
    expect(result.intents).toMatchObject([{ kind: "work-moved", move: { kind: "amendment-declined" } }]);
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
