import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appVariables } from "../../src/sandbox/app-variables.js";
import { freePort } from "../../src/sandbox/free-port.js";
import { useForge } from "../support/forge.js";
import { type FreshClone, freshClone } from "../support/fresh-clone.js";

/** `.env.example` filled in as its comments say. */
function filledIn(values: Readonly<Record<string, string>>): string {
  return readFileSync(".env.example", "utf8").replaceAll(/^([A-Z_]+)=.*$/gm, (line, name: string) => {
    const value = values[name];
    return value === undefined ? line : `${name}=${value.replaceAll("\n", "\\n")}`;
  });
}

describe("node --env-file=.env dist/main.js", () => {
  const local = useForge({});
  const made: { clone?: FreshClone } = {};
  beforeAll(() => {
    made.clone = freshClone();
    execFileSync("npm", ["run", "--silent", "build"], { cwd: made.clone.folder, env: { ...made.clone.env } });
  });
  afterAll(() => made.clone?.remove());

  it("npx factory help", () => {
    const { folder = "", env = {} } = made.clone ?? {};
    const help = execFileSync("npx", ["--offline", "factory", "help"], {
      cwd: folder,
      env: { ...env },
      encoding: "utf8",
    });
    expect(help).toMatch(/^factory: .*\n\nUsage: factory <command>/);
  });

  it("starts the App from a filled-in .env.example, answers both probes, and ends with 0 on SIGTERM", async () => {
    const { folder = "", env = {} } = made.clone ?? {};
    const port = await freePort();
    const values = {
      ...appVariables(local.forge, { port, model: "recorded", confinement: "required" }),
      LOG_LEVEL: "warn",
    };
    writeFileSync(join(folder, ".env"), filledIn(values));
    const child = spawn(process.execPath, ["--env-file=.env", "dist/main.js"], {
      cwd: folder,
      env: { ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const said = { text: "" };
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        said.text += String(chunk);
      });
    }
    const exit = once(child, "close");
    const status = async (path: string) => {
      if (child.exitCode !== null) throw new Error(`it ended: ${said.text}`);
      const answer = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined);
      return answer?.status;
    };
    try {
      await expect.poll(() => status("/healthz")).toBe(200);
      await expect.poll(() => status("/readyz")).toBe(200);
    } finally {
      child.kill("SIGTERM");
    }
    expect((await exit)[0], said.text).toBe(0);
  });
});
