import type { Contribution } from "../../src/domain/artifacts/contribution.js";
import type { ArtifactEnvelope } from "../../src/domain/artifacts/envelope.js";
import type { UsageLine } from "../../src/domain/artifacts/usage-ledger.js";

/** Metadata of valid artifacts. A test changes the fields it is about. */

export const now = "2026-01-31T12:00:00Z";

export function anEnvelope(changes: Partial<ArtifactEnvelope> = {}): ArtifactEnvelope {
  return {
    artifact_id: "PROP-00000001",
    artifact_type: "PROPOSAL",
    version: "1.0.0",
    status: "DRAFT",
    created_at: now,
    created_by: { role: "proposer", run_id: "run-1" },
    context_pack_ref: "CP-00000001",
    inputs: [{ ref: "CTR-00000001@1.0.0", purpose: "the locked contract" }],
    outputs: [],
    notes: "",
    ...changes,
  };
}

export function aContribution(changes: Partial<Contribution> = {}): Contribution {
  return {
    contribution_id: "CONTRIB-00000001",
    type: "IMPLEMENTATION",
    produced_by: { role: "proposer", run_id: "run-1" },
    artifact_ref: "IMPL-00000001",
    task_ref: "T-core-text-slug-001",
    created_at: now,
    context_pack_ref: "CP-00000001",
    ...changes,
  };
}

export function aUsageLine(changes: Partial<UsageLine> = {}): UsageLine {
  return {
    at: now,
    run_id: "run-1",
    role: "proposer",
    task: "T-core-text-slug-001",
    module: "MM-0001",
    model: "claude-sonnet-5-5",
    prompt_version: "sha256:1234",
    request_id: "req_1",
    input_tokens: 100,
    output_tokens: 10,
    cache_read_tokens: 5,
    cache_write_tokens: 1,
    cost_usd: 0.5,
    outcome: "answered",
    ...changes,
  };
}
