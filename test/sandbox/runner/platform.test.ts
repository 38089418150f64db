import { describe, expect, it } from "vitest";
import { renderGatesWorkflow } from "../../../src/gates/workflow-template.js";
import { PROFILES } from "../../../src/sandbox/forge/profile.js";
import { refusedArtifactAction } from "../../../src/sandbox/runner/actions/artifact-version.js";
import { parseActionReference } from "../../../src/sandbox/runner/workflow/action-reference.js";
import { oneJob, useBench } from "../../support/run-workflow.js";

const refused = (uses: string, artifacts: "v3" | "v4") => {
  const reference = parseActionReference(uses);
  return reference === undefined ? undefined : refusedArtifactAction(reference, { artifacts });
};

describe("a product's own artifacts", () => {
  it.each([
    ["actions/upload-artifact@v3", "v3", undefined],
    ["actions/upload-artifact@v3-node20", "v3", undefined],
    ["actions/upload-artifact@v4", "v3", "not currently supported on GHES"],
    [`actions/download-artifact@${"a".repeat(40)}`, "v3", "not currently supported on GHES"],
    ["actions/upload-artifact@v3.2.1", "v4", "deprecated version"],
    ["actions/upload-artifact@v4.0.0", "v4", undefined],
    ["actions/checkout@v3", "v4", undefined],
  ] as const)("%s where artifacts are %s: %s", (uses, artifacts, words) => {
    if (words === undefined) expect(refused(uses, artifacts)).toBeUndefined();
    else expect(refused(uses, artifacts)).toContain(words);
  });

  it.each([
    ["github.com", "v4"],
    ["ghe.com", "v4"],
    ["ghes", "v3"],
  ] as const)("are what the gates workflow for %s uses", (product, artifacts) => {
    const text = renderGatesWorkflow({ actionRef: `a/b@${"a".repeat(40)}`, product });
    const used = [...text.matchAll(/uses: (\S+)/g)].map(([, uses]) => uses ?? "");
    expect(used.map((uses) => refused(uses, artifacts))).toEqual(used.map(() => undefined));
  });
});

describe("a runner that nobody has", () => {
  const bench = useBench();

  it("leaves the run waiting until it is cancelled", async () => {
    const { start, host } = bench();
    const handle = start(oneJob("- run: 'true'"), { host: { ...host, platform: PROFILES["ghes-3.17"] } });
    handle.cancel();
    expect(await handle.done).toMatchObject({ conclusion: "cancelled", reason: expect.stringContaining("no runner") });
    expect(host.events.map(({ kind }) => kind)).not.toContain("run-started");
  });

  it("is not missed by a job for the owner's own", async () => {
    const { run, host } = bench();
    const workflow = oneJob("- run: 'true'").replace("ubuntu-latest", "[self-hosted, gates]");
    expect(await run(workflow, { host: { ...host, platform: PROFILES["ghes-3.17"] } })).toMatchObject({
      conclusion: "success",
    });
  });
});
