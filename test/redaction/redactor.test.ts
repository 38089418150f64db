import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { knownSecrets } from "../../src/redaction/known-secrets.js";
import { createRedactor } from "../../src/redaction/redactor.js";
import { PRIVATE_KEY, SECRETS } from "../support/secrets.js";

const token = (seed: number) => ({
  name: "installation token",
  value: createHash("sha256").update(String(seed)).digest("base64url").replaceAll(/[_-]/g, "x"),
  random: true,
});

describe("a redactor", () => {
  it("knows what the environment holds", () => {
    const env = {
      PRIVATE_KEY,
      WEBHOOK_SECRET: SECRETS.webhook.value,
      ANTHROPIC_API_KEY: "made-by-a-gateway-4711",
      METRICS_TOKEN: "figures-for-friends-only",
      EMBEDDER_API_KEY: "emb-4f1d8a2b6c9e7035-embedding",
      DATABASE_URL: "postgres://factory:pass%20for+the%2Fbase@db.example/factory",
    };
    const { file } = createRedactor(knownSecrets(env), () => 0);
    expect(file(PRIVATE_KEY)).toContain("[redacted: private key]");
    expect(file(env.WEBHOOK_SECRET)).toBe("[redacted: webhook secret]");
    expect(file(env.ANTHROPIC_API_KEY)).toBe("[redacted: model key]");
    expect(file(env.METRICS_TOKEN)).toBe("[redacted: metrics token]");
    expect(file(env.EMBEDDER_API_KEY)).toBe("[redacted: embedder key]");
    expect(file(env.DATABASE_URL)).not.toContain("pass%20");
    expect(file("FATAL: pass for+the/base is wrong")).toBe("FATAL: [redacted: database password] is wrong");
    expect(knownSecrets({ PRIVATE_KEY, WEBHOOK_SECRET: "x" })).toHaveLength(2);
  });

  it("looks for a token until it ends, and then no more", () => {
    const clock = { now: 0 };
    const { learn, file } = createRedactor([], () => clock.now);
    learn(token(1), 100);
    expect(file(`it is ${token(1).value}`)).toBe("it is [redacted: installation token]");
    clock.now = 99;
    learn(token(2), 1_000);
    expect(file(token(1).value)).toBe("[redacted: installation token]");
    clock.now = 100;
    learn(token(3), 1_000);
    expect(file(token(1).value)).toBe(token(1).value);
    expect(file(token(2).value)).toBe("[redacted: installation token]");
    expect(file(token(3).value)).toBe("[redacted: installation token]");
  });

  it("knows the 200 newest tokens by heart", () => {
    const { learn, file } = createRedactor([], () => 0);
    for (let seed = 1; seed <= 201; seed += 1) learn(token(seed), 1);
    expect(file(token(1).value)).toBe(token(1).value);
    expect(file(token(2).value)).toBe("[redacted: installation token]");
    expect(file(token(201).value)).toBe("[redacted: installation token]");
  });

  it.each([
    ["text", "[redacted: GitHub token]", "Bearer abcdefghij0123456789"],
    ["file", `ghp_${"a1B2c3".repeat(6)}`, "Bearer abcdefghij0123456789"],
    ["log", "[redacted: GitHub token]", "Bearer [redacted: credential]"],
  ] as const)("%s: what only looks like a credential becomes %s, and %s", (kind, gitHub, bearer) => {
    const redactor = createRedactor([], () => 0);
    expect(redactor[kind](`ghp_${"a1B2c3".repeat(6)}`)).toBe(gitHub);
    expect(redactor[kind]("Bearer abcdefghij0123456789")).toBe(bearer);
  });
});
