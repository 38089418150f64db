import { resolve } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import { expect } from "vitest";
import { GateReport } from "../../src/domain/gates/gate-report.js";
import type { GateRequest } from "../../src/domain/gates/gate-request.js";
import { renderGatesWorkflow } from "../../src/gates/workflow-template.js";
import type { Bench } from "./run-workflow.js";

export const ACTION = `factory/software-factory/action@${"a".repeat(40)}`;

/**
 * Runs the installed workflow with the checked-in bundle, as the App would start it. `path` replaces the search path.
 */
export async function runFactoryGates({ host, run }: Bench, request: GateRequest, path?: string): Promise<GateReport> {
  host.served.set(ACTION, resolve("action"));
  const workflow = renderGatesWorkflow({ actionRef: ACTION });
  const machine = path === undefined ? {} : { path };
  const result = await run(workflow, { inputs: { request: JSON.stringify(request) }, machine });
  expect(result, host.log(request.part)).toMatchObject({ conclusion: "success" });
  const zip = host.stored.find(({ name }) => name === `factory-report-${request.nonce}`)?.zip;
  if (zip === undefined) throw new TypeError("the run stored no report");
  return GateReport.parse(JSON.parse(strFromU8(unzipSync(zip)["report.json"] ?? new Uint8Array())));
}
