import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { load } from "js-yaml";
import { describe, expect, it } from "vitest";
import { isBlocking } from "../../../src/domain/validation/gate-status.js";
import { VALIDATORS } from "../../../src/gates/validators.js";
import { contextOf, GateCase } from "../../support/gate-case.js";

const CORPUS = fileURLToPath(new URL("../../../fixtures/gates", import.meta.url));

const cases = VALIDATORS.flatMap(({ code, check }) => {
  const files = readdirSync(path.join(CORPUS, code)).sort();
  return files.map((file) => ({ code, check, file, label: file.split("-")[0], name: `${code}/${file}` }));
});

describe("the labelled corpus", () => {
  it("has at least 120 cases, good and bad for every validator", () => {
    expect(cases.length).toBeGreaterThanOrEqual(120);
    for (const { code } of VALIDATORS) {
      const labels = new Set(cases.filter((one) => one.code === code).map(({ label }) => label));
      expect([...labels].sort(), code).toEqual(["bad", "good"]);
    }
  });

  it.each(cases)("judges $name", ({ code, check, file, label }) => {
    const parsed = GateCase.safeParse(load(readFileSync(path.join(CORPUS, code, file), "utf8")));
    expect(parsed.error?.issues).toBeUndefined();
    if (!parsed.success) return;
    const { why, status, message, details } = parsed.data;
    const found = check(contextOf(parsed.data));
    expect(found.status, `${why}\n${found.message}\n${JSON.stringify(found.details)}`).toBe(status);
    if (message !== undefined) expect(found.message).toBe(message);
    if (details !== undefined) expect(found.details).toMatchObject(details);
    // A good case is one that nobody is stopped by; a bad one is stopped, or at least warned about.
    expect(label === "bad" ? isBlocking(status) || status === "WARNING" : isBlocking(status)).toBe(label === "bad");
  });
});
