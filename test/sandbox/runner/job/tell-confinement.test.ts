import { describe, expect, it } from "vitest";
import { oneJob, useBench } from "../../../support/run-workflow.js";

describe("a run", () => {
  const bench = useBench();

  it("says in log, annotation and summary when nothing confines code under test", async () => {
    const { run, host } = bench();
    await run(oneJob('- run: echo "# Result" >> "$GITHUB_STEP_SUMMARY"'), {
      machine: { probeConfinement: async () => ({ kind: "none", reason: "bubblewrap is not installed" }) },
    });
    const words = "Nothing confines code under test on this machine: bubblewrap is not installed.";
    expect(host.log("job")).toContain(words);
    expect(host.annotations()).toEqual([{ level: "warning", message: words }]);
    expect(host.summary("job")).toBe(`> [!WARNING]\n> ${words}\n\n# Result\n`);
  });

  it("says nothing of the kind when something does", async () => {
    const { run, host } = bench();
    await run(oneJob("- run: echo"));
    expect(host.log("job")).toContain("Confinement: bubblewrap: own namespaces");
    expect(host.summary("job")).toBe("");
  });
});
