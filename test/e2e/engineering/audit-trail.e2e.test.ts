import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Contribution } from "../../../src/domain/artifacts/contribution.js";
import { ArtifactEnvelope } from "../../../src/domain/artifacts/envelope.js";
import { Adjudication } from "../../../src/domain/debate/adjudication.js";
import { Proposal } from "../../../src/domain/debate/proposal.js";
import { ExecutionContext } from "../../../src/domain/enforcement/execution-context.js";
import { gitBlobSha } from "../../../src/domain/hash.js";
import { AnswerFiles } from "../../../src/features/modules/answer-files.js";
import { Implementation } from "../../../src/features/modules/artifacts/implementation.js";
import { ShipEvidence } from "../../../src/features/shipping/ship-evidence.js";
import { readYaml } from "../../../src/yaml/yaml.js";
import { quickGates } from "../../support/quick-gates.js";
import {
  askQuickly,
  consent,
  fileOf,
  hasEnded,
  type ScriptedProduct,
  startScriptedProduct,
  stateFile,
  untilState,
} from "../../support/scripted-product.js";
import { failing, passing, quickTask, revised, taskAnswers, toy } from "../../support/toy-modules.js";

const ALPHA = toy("alpha", 1);
const TASK = quickTask([ALPHA]);
const of = (role: string, activity: string, attempt = 1) => `${role}/${TASK.id}/${ALPHA.id}.${activity}.${attempt}`;

const world: { product?: ScriptedProduct; evidence?: ShipEvidence } = {};

function product(): ScriptedProduct {
  if (world.product === undefined) throw new Error("the product was not started");
  return world.product;
}

/** The names of the files in a folder of the task, without their ends. */
async function listed(folder: string): Promise<string[]> {
  const { gitHub, forge } = product();
  const path = `.factory/tasks/${TASK.id}/${folder}`;
  const { data } = await gitHub.rest.repos.getContent({ ...forge.repo, path, ref: "factory/state" });
  return Array.isArray(data) ? data.map(({ name }) => name.replace(/\.yml$/, "")) : [];
}

const inTask = (folder: string, id: string) => `.factory/tasks/${TASK.id}/${folder}/${id}.yml`;

describe("the audit trail of a module that was revised", () => {
  beforeAll(async () => {
    const answers = {
      ...taskAnswers(TASK),
      [of("challenger", "challenge")]: [{ answer: failing(ALPHA, { invariant: "an empty text is decided" }) }],
      [of("proposer", "revise")]: revised(ALPHA, "first"),
      [of("challenger", "challenge", 2)]: [{ answer: passing(ALPHA) }],
    };
    world.product = await startScriptedProduct({ answers, performRun: quickGates() });
    await consent(product());
    await askQuickly(product(), TASK);
    const state = await untilState(product(), "the task's end", (now) => now.project !== null && hasEnded(now));
    expect(state.project?.tasks[TASK.id]?.status).toBe("SHIPPED");
    const path = `.factory/modules/${ALPHA.id}/1.0.0/ship.yml`;
    const read = readYaml(path, await fileOf(product(), path, "main"), ShipEvidence);
    if (!read.ok) throw new Error(read.refusal.message);
    world.evidence = read.value;
  });
  afterAll(() => world.product?.stop());

  it("leads from the evidence to task, plan, proposal and verdict", async () => {
    const provenance = world.evidence?.provenance;
    if (provenance === undefined || !("adjudication_id" in provenance.decided_by)) throw new Error("no provenance");
    const { decided_by } = provenance;
    expect(provenance).toMatchObject({ task_ref: TASK.id, decided_by: { decision: "APPROVE" } });
    const proposal = await stateFile(product(), inTask("proposals", provenance.proposal_id), Proposal);
    const verdict = await stateFile(product(), inTask("adjudications", decided_by.adjudication_id), Adjudication);
    expect(verdict.target_artifact_id).toBe(proposal.proposal_id);
  });

  it("has the envelope of each proposal: the first was challenged, and the second succeeds it and shipped", async () => {
    const ids = await listed("artifacts");
    expect(ids.sort()).toEqual((await listed("proposals")).sort());
    const envelopes = await Promise.all(
      ids.map((id) => stateFile(product(), inTask("artifacts", id), ArtifactEnvelope)),
    );
    const shipped = envelopes.find(({ status }) => status === "SHIPPED");
    const before = envelopes.find(({ status }) => status === "CHALLENGED");
    expect(envelopes).toHaveLength(2);
    expect(shipped).toMatchObject({ artifact_id: world.evidence?.provenance?.proposal_id, version: "1.0.1" });
    expect(shipped?.inputs.map(({ ref }) => ref)).toEqual([`${before?.artifact_id}@1.0.0`]);
  });

  it("has what each proposal proposes: the files of its answer, by their blobs", async () => {
    const ids = await listed("proposals");
    const proposals = await Promise.all(ids.map((id) => stateFile(product(), inTask("proposals", id), Proposal)));
    for (const { target_artifact_id } of proposals) {
      const made = await stateFile(product(), inTask("implementations", target_artifact_id), Implementation);
      const { files } = await stateFile(product(), made.answer_ref, AnswerFiles);
      expect(made.files).toEqual(files.map(({ path, text }) => ({ path, blob: gitBlobSha(text) })));
    }
    expect(proposals).toHaveLength(2);
  });

  it("has what the module really changed, for later modules and tasks", async () => {
    const path = `.factory/tasks/${TASK.id}/modules/${ALPHA.id}/context.yml`;
    const { available_exports, changes_so_far } = await stateFile(product(), path, ExecutionContext);
    expect(available_exports).not.toEqual([]);
    expect(changes_so_far.files_created).toContain(available_exports[0]?.file);
    expect(changes_so_far).toMatchObject({ files_modified: [], total_deletions: 0 });
    expect(changes_so_far.total_additions).toBeGreaterThan(0);
  });

  it("has a contribution of the loop for the evidence", async () => {
    const ids = await listed("contributions");
    const all = await Promise.all(ids.map((id) => stateFile(product(), inTask("contributions", id), Contribution)));
    expect(all.find(({ type }) => type === "SHIP_EVIDENCE")).toMatchObject({
      artifact_ref: world.evidence?.ship_id,
      produced_by: { role: "loop" },
    });
  });
});
