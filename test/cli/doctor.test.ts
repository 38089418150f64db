import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runDoctor } from "../../src/cli/run-doctor.js";
import { useForge } from "../support/forge.js";
import { printed } from "../support/printed.js";

const local = useForge({ files: { "SPEC.md": "# Notes\n", ".factory/config.yml": "{}\n" } });
const doctor = (...args: string[]) => printed(() => runDoctor(args));

describe("factory doctor", () => {
  beforeEach(() => {
    vi.stubEnv("APP_ID", String(local.forge.app.id));
    vi.stubEnv("PRIVATE_KEY", local.forge.app.privateKey);
    vi.stubEnv("GHE_HOST", local.forge.host);
    vi.stubEnv("GHE_PROTOCOL", "http");
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it("says what stands in the way, and answers no", async () => {
    const { exit, out, err } = await doctor(`${local.at.owner}/${local.at.repo}`);
    expect({ exit, err }).toEqual({ exit: 1, err: "" });
    expect(out).toContain("acme/product:\n  error    The gates workflow is not installed.");
    expect(out).toContain("The labels factory, factory:quick, factory:task, factory:halted do not exist.");
  });

  it("looks at every repository when none is named, and sees branch rules of both kinds", async () => {
    const admin = local.as("admin");
    await admin.rest.repos.updateBranchProtection({
      ...local.at,
      branch: "main",
      required_status_checks: { strict: false, contexts: ["ci"] },
      enforce_admins: false,
      required_pull_request_reviews: { required_approving_review_count: 1 },
      restrictions: null,
    });
    await admin.rest.repos.createRepoRuleset({
      ...local.at,
      name: "linear",
      enforcement: "active",
      target: "branch",
      conditions: { ref_name: { include: ["~DEFAULT_BRANCH"], exclude: [] } },
      rules: [{ type: "required_signatures" }],
    });
    const { exit, out } = await doctor("--json");
    expect(exit).toBe(1);
    const [{ repository, findings }] = JSON.parse(out);
    expect(repository).toBe("acme/product");
    expect(findings.map(({ code }: { code: string }) => code)).toEqual(
      expect.arrayContaining(["workflow-absent", "reviews-required", "check-required", "signatures-required"]),
    );
  });

  it.each([
    [["acme/nothing"], "the App is not installed in acme/nothing"],
    [["acme"], "acme is not owner/name"],
    [["--fast"], "--fast"],
  ])("refuses %j", async (args, words) => {
    const { exit, out, err } = await doctor(...args);
    expect({ exit, out }).toEqual({ exit: 2, out: "" });
    expect(err).toContain(words);
  });

  it("names what is missing from the environment, and shows no key", async () => {
    vi.stubEnv("APP_ID", "");
    const { exit, err } = await doctor("acme/product");
    expect(exit).toBe(2);
    expect(err).toBe("factory doctor: set APP_ID in the environment, as for the App itself\n");
  });
});
