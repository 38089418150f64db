import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { Env } from "../../src/server/env.js";
import { readEnv } from "../support/read-env.js";

const lines = readFileSync(".env.example", "utf8").split("\n");
const assignments = lines.flatMap((line) => {
  const [, name, value] = /^([A-Z_]+)=(.*)$/.exec(line) ?? [];
  return name === undefined ? [] : [[name, value ?? ""] as const];
});

describe(".env.example", () => {
  it("names every variable that the App reads, and no other", () => {
    expect(assignments.map(([name]) => name).sort()).toEqual(Object.keys(Env.shape).sort());
  });

  it("explains each where its name does not", () => {
    const bare = new Set(["PORT", "HOST", "HTTP_PROXY"]);
    const unexplained = assignments.filter(
      ([name]) =>
        !bare.has(name) && !lines[lines.findIndex((line) => line.startsWith(`${name}=`)) - 1]?.startsWith("# "),
    );
    expect(unexplained).toEqual([]);
  });

  it("holds no value that could be a secret, and the defaults where it holds one", () => {
    const given = Object.fromEntries(assignments.filter(([, value]) => value !== ""));
    const secrets = { APP_ID: "1", PRIVATE_KEY: "k", WEBHOOK_SECRET: "s" };
    expect(Object.keys(given)).not.toEqual(expect.arrayContaining(Object.keys(secrets)));
    expect(readEnv({ ...secrets, ...given })).toEqual(readEnv(secrets));
  });
});
