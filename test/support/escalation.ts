import { planPath } from "../../src/domain/gates/state-paths.js";
import type { Escalation } from "../../src/features/halts/escalation/escalation.js";
import { type Halt, raiseEscalation } from "../../src/features/halts/escalation/raise-escalation.js";
import { aChallenge, aFail, aProposal, rejection } from "./debate.js";
import { HALTS } from "./halt-causes.js";
import { aTask, NOON, SHA, t } from "./project-state.js";

/** A task of a small project that has halted after a complete debate. */

export const fullTrail = {
  proposals: [aProposal(), aProposal({ proposal_id: "PROP-00000002" })],
  challenges: [aChallenge(aFail()), aChallenge(aFail(), "CHAL-00000002")],
  adjudications: [rejection],
};
export const noTrail = { proposals: [], challenges: [], adjudications: [] };

export const halt: Halt = {
  escalationId: "ESC-00000001",
  taskId: t("b"),
  taskPath: ".factory/project/core/demo/b.md",
  now: NOON,
  cause: HALTS["debate-rejected"],
  trail: fullTrail,
  modules: { failed: ["MM-0001@1.0.0"], abandoned: ["MM-0002@1.0.0"], shipped: ["MM-0003@1.0.0"] },
  causes: [{ module: "MM-0001@1.0.0", cause: HALTS["debate-rejected"] }],
  plan: { micro_plan_id: "MP-0a1b2c3d", digest: "d".repeat(64), path: planPath(t("b")) },
  stateSha: SHA,
  tasks: new Map([
    [t("a"), aTask({ status: "SHIPPED" })],
    [t("b"), aTask({ status: "HALTED", depends_on: [t("a")] })],
    [t("c"), aTask({ status: "BLOCKED", depends_on: [t("b")] })],
    [t("d"), aTask({})],
  ]),
};

export function raised(changes: Partial<Halt> = {}): Escalation {
  const { cause, modules } = { ...halt, ...changes };
  const causes = modules.failed.map((module) => ({ module, cause }));
  const outcome = raiseEscalation({ ...halt, causes, ...changes });
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome.value;
}
