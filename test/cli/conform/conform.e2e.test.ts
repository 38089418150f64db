/** The whole check, as a person runs it, against the local GitHub as each of GitHub's products. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it, vi } from "vitest";
import { STEPS } from "../../../src/cli/conform/conform-steps.js";
import { Exchange } from "../../../src/cli/conform/exchange.js";
import { runConform } from "../../../src/cli/conform/run-conform.js";
import { appManifest } from "../../../src/sandbox/app-manifest.js";
import { SANDBOX_ACTION } from "../../../src/sandbox/app-variables.js";
import { startForge } from "../../../src/sandbox/forge/forge.js";
import { FORGE_PROFILES, productNamed } from "../../../src/sandbox/forge/profile.js";
import { performOnRunner } from "../../../src/sandbox/perform-on-runner.js";
import { printed } from "../../support/printed.js";
import { personsExchanges, replayExchanges } from "../../support/replay-exchanges.js";
import { startAppHere } from "../../support/start-app-here.js";

const ACTION = fileURLToPath(new URL("../../../action", import.meta.url));

afterEach(() => vi.unstubAllEnvs());

describe.each(FORGE_PROFILES)("factory conform on %s", (as) => {
  it("finds everything as the App relies on it, and keeps what was said without a secret", async () => {
    const forge = await startForge({
      as,
      log: () => {},
      ...appManifest(),
      performRun: performOnRunner({ actions: new Map([[SANDBOX_ACTION, ACTION]]) }),
    });
    const folder = mkdtempSync(join(tmpdir(), "conform-"));
    const { id, privateKey } = forge.app;
    const { token } = forge.users.admin;
    const variables = {
      APP_ID: String(id),
      PRIVATE_KEY: privateKey,
      GHE_HOST: forge.host,
      GHE_PROTOCOL: "http",
      GITHUB_PRODUCT: productNamed(as),
      GITHUB_TOKEN: token,
      ACTION_REF: `${SANDBOX_ACTION}@${"0".repeat(40)}`,
      SETUP_CONFINEMENT: "preferred",
      WRITE_LIMITER: "off",
    };
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    try {
      const { owner, repo } = forge.repo;
      const { exit, out } = await printed(() =>
        runConform([`${owner}/${repo}`, "--yes", "--json", "--save", folder], () => startAppHere),
      );
      const report = JSON.parse(out);
      expect(report.steps.flatMap(({ differences }: { differences: unknown[] }) => differences)).toEqual([]);
      expect(report.notTried).toEqual([]);
      expect(exit).toBe(0);
      expect(report.steps.map(({ step }: { step: string }) => step)).toEqual(STEPS.map(({ key }) => key));
      expect(report.largestId).toBeGreaterThan(2 ** 31);
      const kept = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
      const exchanges = kept.flatMap((text) => text.trim().split("\n")).map((line) => Exchange.parse(JSON.parse(line)));
      expect(exchanges.length).toBe(Object.values<number>(report.requests).reduce((sum, count) => sum + count, 0));
      for (const text of kept) {
        for (const secret of [token, privateKey.split("\n")[1] ?? ""]) expect(text).not.toContain(secret);
        expect(text).not.toMatch(/"ghs_|bearer |"authorization"/i);
      }
      // What was kept is a fixture at once: another local GitHub of this product answers likewise.
      const another = await startForge({ as, log: () => {} });
      try {
        const { url, repo: there, users } = another;
        const persons = personsExchanges(folder);
        expect(await replayExchanges(persons, { url, repo: there, token: users.admin.token })).toEqual([]);
      } finally {
        await another.stop();
      }
    } finally {
      await forge.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
