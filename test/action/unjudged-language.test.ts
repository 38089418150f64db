import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { GateReport } from "../../src/domain/gates/gate-report.js";
import type { GateRequest, GateRunType } from "../../src/domain/gates/gate-request.js";
import { concludeGates } from "../../src/features/gate-runs/conclude-gates.js";
import { createFactoryRepository, type FactoryProduct, TAG_CONTRACT } from "../support/factory-repository.js";
import { runFactoryGates } from "../support/run-factory-gates.js";
import { useBench } from "../support/run-workflow.js";
import { TOOLCHAINS } from "../support/toolchains.js";

const go = TOOLCHAINS.find(({ preset }) => preset === "go");
if (go === undefined) throw new TypeError("there is no toolchain of Go");

const bench = useBench();

/** A Go module: no validator can read its tests, which a person has accepted or not. */
function goProduct(accepted: readonly string[]): FactoryProduct {
  const files = [
    { path: go?.source.path ?? "", action: "CREATE" as const, reason: "the module" },
    { path: go?.test.path ?? "", action: "CREATE" as const, reason: "its tests" },
  ];
  const config = `gates: { preset: go, confinement: preferred }\naccept_unjudged_languages: [${accepted.join(", ")}]\n`;
  const kept = Object.entries(go?.base ?? {}).filter((file): file is [string, string] => file[1] !== undefined);
  const { path: entry } = files[0] ?? { path: "" };
  const check = { type: "export_exists" as const, target: "Normalise" };
  return {
    base: { ...Object.fromEntries(kept), ".factory/config.yml": config },
    tests: go?.test.text ?? "",
    contract: {
      ...TAG_CONTRACT,
      entry,
      files,
      test_file: go?.test.path ?? "",
      target_artifacts: [entry],
      creates: ["Normalise"],
      assertion_surface: [{ kind: "export", target: "Normalise" }],
      assertions: [{ type: "assert", condition: "exports Normalise", message: "Must export Normalise", check }],
    },
  };
}

/** Both halves of a run, as the App concludes them. */
async function both(request: (part: "judge" | "execute") => GateRequest) {
  const nonce = () => randomBytes(16).toString("hex");
  const judge = await runFactoryGates(bench(), { ...request("judge"), nonce: nonce() });
  const execute = await runFactoryGates(bench(), { ...request("execute"), nonce: nonce() });
  return { judge, execute };
}

// Each run checks out three commits, starts the real bundle and compiles.
describe("a language that nobody can judge", { tags: ["go"] }, () => {
  const runs = (accepted: readonly string[]) => {
    const factory = createFactoryRepository(bench().repository, {}, goProduct(accepted));
    const green = factory.work({ [go.source.path]: go.source.good });
    return (runType: GateRunType) => {
      const commits =
        runType === "CONTRACT"
          ? { state_sha: factory.state() }
          : { head_sha: green, state_sha: factory.state({ locked: true }) };
      return both((part) => factory.request(runType, part, commits));
    };
  };

  it("goes from red to green once a person has accepted it", async () => {
    const run = runs(["go"]);
    const red = await run("CONTRACT");
    expect(concludeGates(red)).toEqual([]);
    expect(red.judge.inventory).toBeNull();
    // Nothing compiles yet and nobody can read the names: the file stands for its tests.
    expect(red.execute.tests).toMatchObject([{ name: go.test.path, status: "failed" }]);
    expect(redEvidence(red.execute)).toEqual([{ name: go.test.path, status: "failed", failure: "missing-module" }]);
    const green = await run("EXECUTION");
    expect(concludeGates(green)).toEqual([]);
    expect(green.execute.tests.map(({ name, status }) => [name, status])).toEqual(
      go.test.names.map((name) => [name, "passed"]),
    );
  });

  it("stays red as long as nobody has", async () => {
    const failures = concludeGates(await runs([])("CONTRACT"));
    expect(failures[0]).toMatchObject({ message: expect.stringContaining("accept_unjudged_languages: [go]") });
  });
});

function redEvidence({ validators }: GateReport): unknown {
  return validators.find(({ code }) => code === "TEST_FAILS_BEFORE_IMPLEMENTATION")?.details["tests"];
}
