import { describe, expect, it } from "vitest";
import { PROFILES } from "../../../../src/sandbox/forge/profile.js";
import { script } from "../../../support/dispatch.js";
import { refusal, useForge } from "../../../support/forge.js";

const inputs = (count: number) => Array.from({ length: count }, (_, index) => `i${index}`);
const MANY = `name: Many
on:
  workflow_dispatch:
    inputs:
${inputs(26)
  .map((name) => `      ${name}: { type: string }`)
  .join("\n")}
jobs:
  job: { runs-on: ubuntu-latest, steps: [{ run: "true" }] }
`;
const FILES = {
  ".github/workflows/many.yml": MANY,
  ".github/workflows/plain.yml": script("true"),
  ".github/workflows/cached.yml": script("true", "cache-mode: none"),
};

describe.each(["github.com", "ghe.com", "ghes-3.17"] as const)("the forge as %s", (as) => {
  const { version, returnsRunDetails, dispatchInputs, limitsRates, hasCacheMode, hasPublicRepositories } = PROFILES[as];
  const local = useForge({
    as,
    performRun: () => ({ done: Promise.resolve(), cancel() {}, halt() {} }),
    files: FILES,
  });
  const dispatch = async (workflow_id: string, more: object = {}) =>
    (await local.bot()).request("POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches", {
      ...local.at,
      workflow_id,
      ref: "main",
      ...more,
    });

  it("names its version only as a server", async () => {
    const { headers } = await (await local.bot()).rest.repos.get(local.at);
    expect(headers["x-github-enterprise-version"] ?? null).toBe(version);
  });

  it("answers a dispatch with its run, or does not permit the question", async () => {
    expect((await dispatch("plain.yml")).status).toBe(204);
    const asked = dispatch("plain.yml", { return_run_details: true });
    if (returnsRunDetails) expect((await asked).data).toMatchObject({ workflow_run_id: expect.any(Number) });
    else
      expect(await refusal(asked)).toMatchObject({
        status: 422,
        message: expect.stringContaining('"return_run_details" is not a permitted key'),
      });
  });

  it("takes as many inputs as the product", async () => {
    const given = (count: number) => ({ inputs: Object.fromEntries(inputs(count).map((name) => [name, "x"])) });
    expect((await dispatch("many.yml", given(dispatchInputs))).status).toBe(204);
    expect(await refusal(dispatch("many.yml", given(dispatchInputs + 1)))).toMatchObject({
      status: 422,
      message: `A dispatch may have at most ${dispatchInputs} inputs`,
    });
  });

  it("knows the key cache-mode, or takes the whole file for broken", async () => {
    if (hasCacheMode) expect((await dispatch("cached.yml")).status).toBe(204);
    else
      expect(await refusal(dispatch("cached.yml"))).toMatchObject({
        status: 422,
        message: expect.stringMatching(
          /^failed to parse workflow: \(Line: \d+, Col: 1\): Unexpected value 'cache-mode'/,
        ),
      });
  });

  it("limits the rate, or says that it limits nothing", async () => {
    const bot = await local.bot();
    if (!limitsRates) {
      expect(await refusal(bot.rest.rateLimit.get())).toMatchObject({ status: 404 });
      return;
    }
    const { headers } = await bot.rest.rateLimit.get();
    expect(headers["x-ratelimit-limit"]).toBeDefined();
  });

  it("has public repositories, or only private ones", async () => {
    const { data } = await (await local.bot()).rest.repos.get(local.at);
    expect(data.private).toBe(!hasPublicRepositories);
  });
});
