import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { NEEDED_PERMISSIONS } from "../../src/doctor/needed-permissions.js";
import { readYaml } from "../../src/yaml/yaml.js";

const Manifest = z.strictObject({
  name: z.string().max(34),
  description: z.string(),
  url: z.url(),
  public: z.boolean(),
  default_permissions: z.record(z.string(), z.enum(["read", "write"])),
  default_events: z.array(z.string()),
});
const read = readYaml("app.yml", readFileSync(new URL("../../app.yml", import.meta.url), "utf8"), Manifest);

/** Which permission GitHub wants for which event; without it the subscription is refused. */
const EVENT_NEEDS: Readonly<Record<string, string>> = {
  check_run: "checks",
  check_suite: "checks",
  issue_comment: "issues",
  issues: "issues",
  merge_group: "merge_queues",
  pull_request: "pull_requests",
  pull_request_review: "pull_requests",
  pull_request_review_comment: "pull_requests",
  push: "contents",
  repository: "metadata",
  workflow_run: "actions",
};

describe("app.yml", () => {
  it("is a manifest", () => {
    expect(read).toMatchObject({ ok: true });
  });

  it("asks for exactly what the doctor misses when it is not granted", () => {
    const needed = Object.fromEntries(Object.entries(NEEDED_PERMISSIONS).map(([name, { level }]) => [name, level]));
    expect(read.ok && read.value.default_permissions).toEqual(needed);
  });

  it("subscribes to no event that it has no permission for", () => {
    expect(read.ok && read.value.default_events).toEqual(Object.keys(EVENT_NEEDS));
    for (const permission of Object.values(EVENT_NEEDS)) expect(NEEDED_PERMISSIONS).toHaveProperty(permission);
  });

  it("asks for what the code takes tokens with, and for nothing that it does not", () => {
    const taken = ["github", "engine/effects"].flatMap((room) => {
      const folder = new URL(`../../src/${room}/`, import.meta.url);
      const sources = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
      return sources.flatMap((file) => [
        ...readFileSync(new URL(file, folder), "utf8").matchAll(/\b([a-z_]+): "(read|write)"(?! \|)/g),
      ]);
    });
    const levels = new Map<string, string>();
    for (const [, name = "", level = ""] of taken) {
      if (levels.get(name) !== "write") levels.set(name, level);
    }
    // Every token can read metadata.
    const granted = { ...Object.fromEntries(levels), metadata: "read" };
    expect(read.ok && read.value.default_permissions).toEqual(granted);
  });
});
