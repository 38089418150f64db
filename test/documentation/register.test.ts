import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseEnv } from "node:util";
import { describe, expect, it } from "vitest";
import { appManifest } from "../../src/sandbox/app-manifest.js";
import { freePort } from "../../src/sandbox/free-port.js";
import { startProxy } from "../support/proxy.js";
import { readEnv } from "../support/read-env.js";

const MAIN = resolve("dist/register.js");

/** As much of GitHub as the flow needs: a code is exchanged for the App that was made. */
async function gitHubWithApp() {
  const exchanged: string[] = [];
  const server = createServer((request, response) => {
    exchanged.push(`${request.method} ${request.url}`);
    const app = { id: 77, client_id: "c", client_secret: "s", webhook_secret: "hook", pem: "-----BEGIN-----\nkey\n" };
    response
      .writeHead(201, { "content-type": "application/json" })
      .end(JSON.stringify({ ...app, html_url: "https://github.test/apps/factory" }));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return { server, exchanged, host: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe("npm run register", () => {
  it.each(["directly", "through a proxy"])(
    "sends app.yml to GitHub %s and writes what comes back where the App reads it",
    async (way) => {
      const folder = mkdtempSync(join(tmpdir(), "register-"));
      copyFileSync("app.yml", join(folder, "app.yml"));
      copyFileSync("package.json", join(folder, "package.json"));
      writeFileSync(join(folder, ".env"), "APP_ID=\nLOG_LEVEL=warn\n");
      const gitHub = await gitHubWithApp();
      const proxy = await startProxy(() => Number(gitHub.host.split(":")[1]));
      const proxied = way === "through a proxy";
      const port = await freePort();
      const child = spawn(process.execPath, [MAIN, "https://factory.test"], {
        cwd: folder,
        env: {
          PATH: process.env.PATH,
          PORT: String(port),
          GHE_HOST: proxied ? "github.invalid" : gitHub.host,
          HTTP_PROXY: proxied ? proxy.url : "",
          GHE_PROTOCOL: "http",
          LOG_LEVEL: "error",
        },
        stdio: ["ignore", "pipe", "inherit"],
      });
      const ended = once(child, "close");
      try {
        const said = { out: "" };
        child.stdout.on("data", (chunk) => {
          said.out += String(chunk);
        });
        await expect.poll(() => said.out).toContain(`:${port}/probot`);
        const page = await (await fetch(`http://127.0.0.1:${port}/probot`)).text();
        const [, sent = ""] = /name="manifest" id="manifest" value='([^']*)'/.exec(page) ?? [];
        const manifest = JSON.parse(sent);
        expect(manifest).toMatchObject({
          hook_attributes: { url: "https://factory.test/api/github/webhooks" },
          default_permissions: appManifest().permissions,
          default_events: appManifest().events,
          public: false,
        });
        const back = await fetch(`http://127.0.0.1:${port}/probot/setup?code=abc`, { redirect: "manual" });
        expect(back.headers.get("location")).toBe("https://github.test/apps/factory/installations/new");
        expect(gitHub.exchanged).toEqual(["POST /api/v3/app-manifests/abc/conversions"]);
        expect(proxy.asked).toEqual(proxied ? ["github.invalid:80"] : []);
        const written = readFileSync(join(folder, ".env"), "utf8");
        expect(written).toBe("LOG_LEVEL=warn\nAPP_ID=77\nPRIVATE_KEY=-----BEGIN-----\\nkey\\n\nWEBHOOK_SECRET=hook\n");
        expect(readEnv(parseEnv(written))).toMatchObject({ ok: true, value: { APP_ID: 77, LOG_LEVEL: "warn" } });
      } finally {
        child.kill("SIGKILL");
        await ended;
        proxy.close();
        gitHub.server.close();
        rmSync(folder, { recursive: true });
      }
    },
  );

  it("refuses an address that GitHub could not deliver to", async () => {
    const child = spawn(process.execPath, [MAIN, "localhost"], { stdio: ["ignore", "pipe", "pipe"] });
    const said = { err: "" };
    child.stderr.on("data", (chunk) => {
      said.err += String(chunk);
    });
    const [code] = await once(child, "close");
    expect(code).toBe(2);
    expect(said.err).toContain("https://YOUR-HOST");
  });
});
