import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { fetchPackage } from "../../.github/scripts/fetch-package.js";
import { type NpmRegistry, startNpmRegistry } from "../support/npm-registry.js";

const PACKAGE = {
  name: "described",
  version: "1.0.0",
  manifest: { scripts: { install: "echo no script is run && exit 1" } },
  files: { "generated/api.json": '{"a":1}', "generated/other.json": "{}" },
};

describe("a package that is got when it is needed", () => {
  let registry: NpmRegistry;
  let root: string;
  let folder: string;
  let integrity: string;
  beforeAll(async () => {
    registry = await startNpmRegistry([PACKAGE]);
    const archive = await fetch(`${registry.url}/described/-/described-1.0.0.tgz`);
    integrity = `sha512-${createHash("sha512")
      .update(Buffer.from(await archive.arrayBuffer()))
      .digest("base64")}`;
    root = await mkdtemp(join(tmpdir(), "fetched-"));
    vi.stubEnv("npm_config_registry", registry.url);
    vi.stubEnv("npm_config_cache", join(root, "cache"));
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(root, "package-"));
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await registry.stop();
    await rm(root, { recursive: true });
  });
  const pinned = (over: { integrity?: string } = {}) => ({ name: "described", version: "1.0.0", integrity, ...over });

  it("is unpacked where imports find it", async () => {
    const unpacked = await fetchPackage(pinned(), { folder });
    expect(unpacked).toBe(join(folder, "node_modules/described"));
    expect(readFileSync(join(unpacked, "generated/api.json"), "utf8")).toBe('{"a":1}');
    expect(readdirSync(unpacked).sort()).toEqual(["generated", "package.json"]);
  });

  it("is unpacked in part when only some of its files are wanted", async () => {
    const unpacked = await fetchPackage(pinned(), { folder, only: ["generated/api.json"] });
    expect(readdirSync(unpacked, { recursive: true }).sort()).toEqual(["generated", "generated/api.json"]);
  });

  it("is refused, and not unpacked, when it is not the one that is pinned", async () => {
    const other = `sha512-${createHash("sha512").update("other").digest("base64")}`;
    await expect(fetchPackage(pinned({ integrity: other }), { folder })).rejects.toThrow(
      `described@1.0.0 is not the package that is pinned: its integrity is ${integrity}, not ${other}`,
    );
    expect(existsSync(join(folder, "node_modules"))).toBe(false);
  });

  it("is missed loudly when the registry does not have it", async () => {
    await expect(fetchPackage({ ...pinned(), version: "2.0.0" }, { folder })).rejects.toThrow("described@2.0.0");
  });
});
