import { describe, expect, it } from "vitest";
import { apiUrl, gatesPlace, rawUrl } from "../../src/server/env.js";
import { readEnv } from "../support/read-env.js";

const GOOD = { APP_ID: "7", PRIVATE_KEY: "pem", WEBHOOK_SECRET: "secret" };

describe("the environment", () => {
  it("is read with defaults, and an empty variable counts as unset", () => {
    expect(readEnv({ ...GOOD, PORT: "", HOST: "" })).toMatchObject({
      ok: true,
      value: { APP_ID: 7, PORT: 3000, HOST: "0.0.0.0" },
    });
  });

  it("names every variable that is missing or wrong, and never shows a secret", () => {
    const outcome = readEnv({ APP_ID: "x", PRIVATE_KEY: "pem-secret", PORT: "70000" });
    expect(outcome).toMatchObject({ ok: false, refusal: { code: "environment" } });
    const message = outcome.ok ? "" : outcome.refusal.message;
    expect(message).toMatch(/ {2}APP_ID must be .*\n {2}WEBHOOK_SECRET is not set: .*\n {2}PORT must be /);
    expect(message).not.toContain("pem-secret");
  });

  it.each([
    [{}, "https://api.github.com"],
    [{ GHE_HOST: "git.example.com" }, "https://git.example.com/api/v3"],
    [{ GHE_HOST: "127.0.0.1:4000", GHE_PROTOCOL: "http" }, "http://127.0.0.1:4000/api/v3"],
    [{ GHE_HOST: "octocorp.ghe.com" }, "https://api.octocorp.ghe.com"],
  ])("%j reaches GitHub at %s", (variables, url) => {
    const env = readEnv({ ...GOOD, ...variables });
    expect(env.ok && apiUrl(env.value)).toBe(url);
  });

  it.each([
    [{}, { product: "github.com", runner: "ubuntu-24.04" }],
    [{ GHE_HOST: "octocorp.ghe.com" }, { product: "ghe.com", runner: "ubuntu-24.04" }],
    [{ GHE_HOST: "ghe.com.example.com" }, { product: "ghes", runner: "self-hosted" }],
    [
      { GHE_HOST: "127.0.0.1:4000", GITHUB_PRODUCT: "ghe.com" },
      { product: "ghe.com", runner: "ubuntu-24.04" },
    ],
    [{ GATES_RUNNER: "self-hosted,gates" }, { product: "github.com", runner: "self-hosted,gates" }],
  ])("%j is %j", (variables, place) => {
    const env = readEnv({ ...GOOD, ...variables });
    expect(env.ok && gatesPlace(env.value)).toEqual(place);
  });

  it.each([
    [{ GHE_HOST: "api.octocorp.ghe.com" }, "GHE_HOST must be the enterprise's own host"],
    [{ GHE_HOST: "ghe.com" }, "GHE_HOST must be the enterprise's own host"],
    [{ GITHUB_PRODUCT: "gitlab" }, "GITHUB_PRODUCT must be one of github.com, ghe.com, ghes"],
    [{ GATES_RUNNER: "a b" }, "GATES_RUNNER must be labels of runners"],
  ])("%j is refused: %s", (variables, words) => {
    const env = readEnv({ ...GOOD, ...variables });
    expect(env.ok ? "" : env.refusal.message).toContain(words);
  });

  it.each([
    [`owner/name@${"a".repeat(40)}`, true],
    [`owner/name/action@${"0".repeat(40)}`, true],
    ["owner/name/action@v1", false],
    [`owner/name/action@${"a".repeat(39)}`, false],
    [`name@${"a".repeat(40)}`, false],
  ])("an action %s is pinned: %s", (ACTION_REF, ok) => {
    expect(readEnv({ ...GOOD, ACTION_REF }).ok).toBe(ok);
  });

  it("limits writes by default", () => {
    expect(readEnv(GOOD)).toMatchObject({ value: { WRITE_LIMITER: "on" } });
    expect(readEnv({ ...GOOD, WRITE_LIMITER: "off" })).toMatchObject({ value: { WRITE_LIMITER: "off" } });
    expect(readEnv({ ...GOOD, WRITE_LIMITER: "no" }).ok).toBe(false);
  });

  it.each([
    [{}, "https://raw.githubusercontent.com"],
    [{ GHE_HOST: "git.example.com" }, "https://git.example.com/raw"],
    [{ GHE_HOST: "octocorp.ghe.com" }, "https://raw.githubusercontent.com"],
  ])("%j has files at %s", (variables, url) => {
    const env = readEnv({ ...GOOD, ...variables });
    expect(env.ok && rawUrl(env.value)).toBe(url);
  });
});
