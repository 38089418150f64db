import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { runReplay } from "../../../src/cli/replay/run-replay.js";
import { runStatus } from "../../../src/cli/status/run-status.js";
import { FactoryEvent } from "../../../src/engine/event.js";
import { reconcile } from "../../../src/engine/reconcile/reconcile.js";
import type { Ports } from "../../../src/engine/reconcile/reconcile-ports.js";
import { specDigest } from "../../../src/features/spec/approval.js";
import { DRAFT_PATH } from "../../../src/features/spec/draft-paths.js";
import { ProductSpec } from "../../../src/features/spec/product-spec.js";
import type { GitHub } from "../../../src/github/client/github.js";
import { gitHubForge } from "../../../src/github/forge.js";
import { gitHubStateStore } from "../../../src/github/store/state-store.js";
import { writeYaml } from "../../../src/yaml/yaml.js";
import { useForge } from "../../support/forge.js";
import { printed } from "../../support/printed.js";
import { DRAFT, FIRST_TASK } from "../../support/state-history.js";

const local = useForge({
  private: true,
  files: { "SPEC.md": "# Notes\n\nA place for notes.\n", ".factory/config.yml": "{}\n" },
});

/** The real loop, from the label to the first task's pull request; only the model's answer is made up. */
beforeAll(async () => {
  const bot = await local.bot();
  const { data } = await bot.rest.repos.get(local.at);
  const repository = { id: data.id, installation: 1, owner: local.at.owner, name: local.at.repo };
  const gitHubFor = async (): Promise<GitHub> => bot;
  const ports: Ports = {
    state: gitHubStateStore(gitHubFor),
    forge: gitHubForge(gitHubFor, `${local.forge.app.slug}[bot]`, {
      appId: local.forge.app.id,
      installationOf: () => Promise.reject(new Error("nobody asks where there is a configuration")),
      gatesWorkflow: null,
      now: Date.now,
    }),
    jobs: { start: () => {}, cancelAll: () => {} },
    clock: { now: () => new Date().toISOString() },
    setupKit: null,
    backOff: async () => {},
  };
  await local.as("admin").rest.issues.create({ ...local.at, title: "Build it", labels: ["factory"] });
  await reconcile(repository, ports);
  const drafted = { kind: "spec-drafted", at: new Date().toISOString(), round: 1, spec_digest: specDigest(DRAFT) };
  await reconcile(repository, ports, [
    {
      events: [FactoryEvent.parse(drafted)],
      files: [{ path: DRAFT_PATH, text: writeYaml(DRAFT, ProductSpec) }],
    },
  ]);
  await local.as("write").rest.pulls.createReview({ ...local.at, pull_number: 2, event: "APPROVE" });
  await reconcile(repository, ports);
});

afterEach(() => {
  vi.unstubAllEnvs();
});

describe("a product that the loop made", () => {
  const named = () => {
    vi.stubEnv("GHE_HOST", local.forge.host);
    vi.stubEnv("GHE_PROTOCOL", "http");
    vi.stubEnv("GITHUB_TOKEN", local.forge.users.read.token);
    return `${local.at.owner}/${local.at.repo}`;
  };

  it("is decided again from git alone, to the same state at every commit", async () => {
    const { exit, out, err } = await printed(() => runReplay([named(), "--verbose"]));
    expect(err).toBe("");
    expect(out).toContain("project-started");
    expect(out).toMatch(/every state follows from its events\.\n$/);
    expect(exit).toBe(0);
  });

  it("shows its status to readers of the repository", async () => {
    const { exit, out } = await printed(() => runStatus([named()]));
    expect(exit).toBe(0);
    expect(out).toContain("0 of 2 tasks shipped");
    expect(out).toContain(`IN_PROGRESS  ${FIRST_TASK} #3`);
  });

  it("is hidden from others", async () => {
    const where = named();
    vi.stubEnv("GITHUB_TOKEN", local.forge.users.stranger.token);
    const { exit, out, err } = await printed(() => runStatus([where]));
    expect({ exit, out }).toEqual({ exit: 2, out: "" });
    expect(err).toContain("cannot be read");
    expect(err).not.toContain(local.forge.users.stranger.token);
  });
});
