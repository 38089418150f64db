import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runDoctor } from "../../../src/cli/doctor/run-doctor.js";
import { openDatabase } from "../../../src/server/postgres/database.js";
import { migrate } from "../../../src/server/postgres/migrations.js";
import { setAside } from "../../../src/server/postgres/set-aside.js";
import { COMPILED_CLI } from "../../support/compiled-cli.js";
import { useForge } from "../../support/forge.js";
import { describeOnPostgres } from "../../support/postgres.js";
import { printed } from "../../support/printed.js";
import { startProxy } from "../../support/proxy.js";

const local = useForge({ files: { "SPEC.md": "# Notes\n", ".factory/config.yml": "{}\n" } });
const doctor = (...args: string[]) => printed(() => runDoctor(args));

describe("factory doctor", () => {
  beforeEach(() => {
    vi.stubEnv("APP_ID", String(local.forge.app.id));
    vi.stubEnv("PRIVATE_KEY", local.forge.app.privateKey);
    vi.stubEnv("GHE_HOST", local.forge.host);
    vi.stubEnv("GHE_PROTOCOL", "http");
    vi.stubEnv("GITHUB_PRODUCT", "github.com");
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it("says what stands in the way, and answers no", async () => {
    const { exit, out, err } = await doctor(`${local.at.owner}/${local.at.repo}`);
    expect({ exit, err }).toEqual({ exit: 1, err: "" });
    expect(out).toContain("acme/product:\n  error    The gates workflow is not installed.");
    expect(out).toContain("The labels factory, factory:quick, factory:task, factory:halted do not exist.");
  });

  it("looks at every repository when none is named, and sees branch rules of both kinds", async () => {
    const admin = local.as("admin");
    await admin.rest.repos.updateBranchProtection({
      ...local.at,
      branch: "main",
      required_status_checks: { strict: false, contexts: ["ci"] },
      enforce_admins: false,
      required_pull_request_reviews: { required_approving_review_count: 1 },
      restrictions: null,
    });
    await admin.rest.repos.createRepoRuleset({
      ...local.at,
      name: "linear",
      enforcement: "active",
      target: "branch",
      conditions: { ref_name: { include: ["~DEFAULT_BRANCH"], exclude: [] } },
      rules: [{ type: "required_signatures" }],
    });
    const { exit, out } = await doctor("--json");
    expect(exit).toBe(1);
    const [{ repository, findings }] = JSON.parse(out);
    expect(repository).toBe("acme/product");
    expect(findings.map(({ code }: { code: string }) => code)).toEqual(
      expect.arrayContaining(["workflow-absent", "reviews-required", "check-required", "signatures-required"]),
    );
  });

  it.each([
    [["acme/nothing"], "the App is not installed in acme/nothing"],
    [["acme"], "acme is not owner/name"],
    [["--fast"], "--fast"],
  ])("refuses %j", async (args, words) => {
    const { exit, out, err } = await doctor(...args);
    expect({ exit, out }).toEqual({ exit: 2, out: "" });
    expect(err).toContain(words);
  });

  it("refuses a program in JSON, and looks at what it was asked before it asks for a key", async () => {
    vi.stubEnv("APP_ID", "");
    const { exit, out } = await doctor("acme", "--json");
    expect({ exit, ...JSON.parse(out) }).toEqual({
      exit: 2,
      error: "arguments",
      details: ["acme is not owner/name. Name a repository on GitHub, or none for all."],
    });
  });

  it("names what is missing from the environment, and shows no key", async () => {
    vi.stubEnv("APP_ID", "");
    const { exit, err } = await doctor("acme/product");
    expect(exit).toBe(2);
    expect(err).toContain("factory doctor: set APP_ID in the environment or in ./.env, as for the App itself.");
    expect(err).not.toContain("KEY-----");
  });

  it.each([
    ["no key", { PRIVATE_KEY: "x" }, "PRIVATE_KEY is not a private key: it must be the App's whole .pem file"],
    ["another App's number", { APP_ID: "999999" }, "GitHub does not accept APP_ID and PRIVATE_KEY"],
    ["no number", { APP_ID: "my-app" }, "APP_ID must be the App's number"],
    ["no GitHub there", { GHE_HOST: "127.0.0.1:1" }, "GitHub cannot be reached at http://127.0.0.1:1/api/v3 ("],
  ])("could not look with %s: one sentence, whether a repository is named or not", async (_what, variables, words) => {
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    for (const args of [[], ["acme/product"]]) {
      const { exit, out, err } = await doctor(...args);
      expect({ exit, out }).toEqual({ exit: 2, out: "" });
      expect(err).toContain(`factory doctor: ${words}`);
      expect(err.trim().split("\n")).toHaveLength(1);
    }
  });

  it("says that what answers is not GitHub", async () => {
    const other = createServer((_, response) => {
      response.writeHead(200, { "content-type": "text/html" }).end("<html>Log in to the network</html>");
    });
    vi.stubEnv("GHE_HOST", await listening(other));
    const { exit, err } = await doctor("acme/product");
    other.close();
    expect(exit).toBe(2);
    expect(err).toMatch(/^factory doctor: What answers at \S+ is not GitHub\. Check GHE_HOST, .*\n$/);
  });

  it("says what GitHub answers when it is in trouble itself", async () => {
    const gitHub = createServer((_, response) => {
      response.writeHead(503, { "content-type": "application/json" }).end('{"message":"Under maintenance"}');
    });
    vi.stubEnv("GHE_HOST", await listening(gitHub));
    const { exit, err } = await doctor("acme/product");
    gitHub.close();
    expect(exit).toBe(2);
    expect(err).toMatch(/^factory doctor: GitHub answered 503 at .*Under maintenance.*\n$/);
  });

  it("goes through the proxy that the environment names", async () => {
    const proxy = await startProxy(() => Number(new URL(local.forge.url).port));
    vi.stubEnv("HTTP_PROXY", proxy.url);
    vi.stubEnv("GHE_HOST", "github.invalid");
    const { exit, out, err } = await doctor("acme/product");
    proxy.close();
    expect({ exit, err }).toEqual({ exit: 1, err: "" });
    expect(out).toContain("acme/product:");
    expect([...new Set(proxy.asked)]).toEqual(["github.invalid:80"]);
  });
});

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("factory doctor where the App is kept", () => {
  const cli = [COMPILED_CLI, "doctor", "acme/product"];
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "doctor-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Its exit code, and what it says. */
  const ask = (env: Readonly<Record<string, string>> = {}) =>
    new Promise<{ exit: unknown; said: string }>((done) => {
      const surroundings = { cwd: folder, env: { PATH: process.env.PATH ?? "", TMPDIR: tmpdir(), ...env } };
      execFile(process.execPath, cli, surroundings, (error, out, err) => done({ exit: error?.code, said: out + err }));
    });
  const envFile = () => {
    const { id, privateKey } = local.forge.app;
    const key = privateKey.replaceAll("\n", "\\n");
    const where = `GHE_HOST=${local.forge.host}\nGHE_PROTOCOL=http\nGITHUB_PRODUCT=github.com\n`;
    writeFileSync(join(folder, ".env"), `APP_ID=${id}\nPRIVATE_KEY=${key}\nHTTPS_PROXY=\nACTION_REF=\n${where}`);
  };

  it("finds everything in .env, as the App does, when nothing is in the environment", async () => {
    envFile();
    const { exit, said } = await ask();
    expect(said).toContain("acme/product:\n  error    The gates workflow is not installed.");
    expect(exit).toBe(1);
  });

  it("takes a key's file from the environment, but not from .env: whoever filled the folder could name anybody's key", async () => {
    envFile();
    const key = join(folder, "key.pem");
    writeFileSync(key, local.forge.app.privateKey);
    const { APP_ID = "", PRIVATE_KEY: _, ...rest } = parseEnv(readFileSync(join(folder, ".env"), "utf8"));
    const lines = Object.entries({ ...rest, PRIVATE_KEY_PATH: key }).map(([name, value]) => `${name}=${value}`);
    writeFileSync(join(folder, ".env"), `APP_ID=${APP_ID}\n${lines.join("\n")}\n`);
    expect(await ask()).toMatchObject({
      exit: 2,
      said: expect.stringContaining(
        "set PRIVATE_KEY in the environment or in ./.env, as for the App itself; PRIVATE_KEY_PATH",
      ),
    });
    const where = { GHE_HOST: local.forge.host, GHE_PROTOCOL: "http" };
    expect(await ask({ ...where, APP_ID, PRIVATE_KEY_PATH: key })).toMatchObject({ exit: 1 });
    expect(await ask({ ...where, APP_ID, PRIVATE_KEY_PATH: join(folder, "gone.pem") })).toMatchObject({
      exit: 2,
      said: expect.stringMatching(
        /^factory doctor: PRIVATE_KEY_PATH names \S+gone\.pem, which cannot be read: there is no such/,
      ),
    });
  });

  it("lets the environment win, and takes nothing from a .env beside a key that is in the environment", async () => {
    envFile();
    expect((await ask({ GHE_HOST: "127.0.0.1:1" })).said).toContain("cannot be reached at http://127.0.0.1:1/api/v3");
    const withKey = await ask({ PRIVATE_KEY: local.forge.app.privateKey });
    expect(withKey).toMatchObject({ exit: 2, said: expect.stringContaining("set APP_ID in the environment") });
  });
});

describeOnPostgres("factory doctor with a database", (postgres) => {
  beforeEach(() => {
    vi.stubEnv("APP_ID", String(local.forge.app.id));
    vi.stubEnv("PRIVATE_KEY", local.forge.app.privateKey);
    vi.stubEnv("GHE_HOST", local.forge.host);
    vi.stubEnv("GHE_PROTOCOL", "http");
    vi.stubEnv("GITHUB_PRODUCT", "github.com");
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it("says which repository is set aside and why, or that the database cannot be used", async () => {
    const url = await postgres().createDatabase();
    vi.stubEnv("DATABASE_URL", url);
    const without = await doctor(`${local.at.owner}/${local.at.repo}`);
    expect(without.out).toContain("the queue:\n  error    The database of DATABASE_URL cannot be used.");
    const database = openDatabase(url, () => {});
    await migrate(database);
    const { data } = await local.as("admin").rest.repos.get(local.at);
    const repository = { id: data.id, installation: 1, owner: local.at.owner, name: local.at.repo };
    await setAside(database, repository, "502 from afar");
    await database.close();
    const { exit, out } = await doctor(`${local.at.owner}/${local.at.repo}`);
    expect(exit).toBe(1);
    expect(out).toContain("acme/product:\n  error    Work here is set aside since");
    expect(out).toContain("Every try failed, the last one with: 502 from afar");
  });
});
