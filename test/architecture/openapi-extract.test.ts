import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { REST, WEBHOOKS } from "../../.github/scripts/openapi/described-packages.js";
import { header } from "../../.github/scripts/openapi/extract-description.js";
import {
  calledOperations,
  operationsIn,
  servedOperations,
  wantedOperations,
} from "../../.github/scripts/openapi/wanted-operations.js";
import { EVENT_NAMES } from "../../src/sandbox/forge/webhooks/event-names.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const REFRESH = "run `npm run extract-openapi` and commit the result";

type Extract = {
  readonly paths: Readonly<Record<string, object>>;
  readonly webhooks: Readonly<Record<string, object>>;
  readonly components: Readonly<Record<string, object>>;
};
const texts = { rest: readExtract(REST.extract), webhooks: readExtract(WEBHOOKS.extract) };
const rest: Extract = JSON.parse(texts.rest);
const webhooks: Extract = JSON.parse(texts.webhooks);

function readExtract(file: string): string {
  return readFileSync(`${ROOT}${file}`, "utf8");
}

describe("what was extracted of GitHub's description", () => {
  it("has every operation that the forge serves and the App calls, and no other", () => {
    const operations = Object.entries(rest.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(operations.sort(), REFRESH).toEqual(wantedOperations(ROOT));
    expect(operations.length).toBeGreaterThan(150);
  });

  it("has every event that the forge sends, and no other", () => {
    const names = EVENT_NAMES.map((event) => event.replaceAll("_", "-"));
    const isOf = (webhook: string) => (name: string) => webhook === name || webhook.startsWith(`${name}-`);
    const known = Object.keys(webhooks.webhooks);
    expect(
      names.filter((name) => !known.some((webhook) => isOf(webhook)(name))),
      REFRESH,
    ).toEqual([]);
    expect(
      known.filter((webhook) => !names.some(isOf(webhook))),
      REFRESH,
    ).toEqual([]);
  });

  it.each([
    ["rest", REST, rest],
    ["webhooks", WEBHOOKS, webhooks],
  ])("comes from the version of the package that is pinned: %s", (_name, source, extract) => {
    expect(extract, REFRESH).toMatchObject(header(source));
  });

  it.each([
    ["rest", texts.rest, rest],
    ["webhooks", texts.webhooks, webhooks],
  ])("has all that it refers to: %s", (_name, text, { components }) => {
    const refs = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)];
    expect(refs.length).toBeGreaterThan(100);
    const missing = refs.filter(([, kind = "", name = ""]) => !Object.hasOwn(components[kind] ?? {}, name));
    expect(missing.map(([ref]) => ref)).toEqual([]);
  });
});

describe("the calls of the App", () => {
  it("are all served by the forge", () => {
    const called = calledOperations(ROOT);
    expect(new Set(called).size).toBeGreaterThan(40);
    const served = new Set(servedOperations());
    expect(called.filter((operation) => !served.has(operation))).toEqual([]);
  });

  it("are read from a source", () => {
    const text = 'await gitHub.request("GET /app");\nconst list = "POST /repos/{owner}/{repo}/labels";\nsay("GET it");';
    expect(operationsIn("x.ts", text)).toEqual(["GET /app", "POST /repos/{owner}/{repo}/labels"]);
  });

  it("must be written out", () => {
    const text = ["await gitHub.request(`POST $", "{path}`);"].join("");
    expect(() => operationsIn("x.ts", text)).toThrow("src/x.ts puts a call to GitHub together");
  });
});
