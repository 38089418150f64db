/**
 * Registers the App on GitHub by Probot's manifest flow: `npm run register -- https://YOUR-HOST`. A page on this machine sends
 * app.yml to GitHub, which asks for a name and sends back what the App must know; that is written to `.env`.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { run } from "probot";
import { proxiedFetch } from "./server/operation/proxied-fetch.js";
import { appEnvironment } from "./server/start/app-environment.js";

const [address = ""] = process.argv.slice(2);
if (!URL.canParse(address) || new URL(address).protocol !== "https:") {
  process.stderr.write("register: give the address under which GitHub will reach the App: https://YOUR-HOST\n");
  process.exitCode = 2;
} else {
  // Its own words for where deliveries go. Nothing is fetched, and no channel is opened with a third party.
  process.env.WEBHOOK_PROXY_URL = new URL("/api/github/webhooks", address).href;
  process.env.NO_SMEE_SETUP = "true";
  // Probot's own client takes no other `fetch` here.
  globalThis.fetch = proxiedFetch(appEnvironment(process.env)) ?? globalThis.fetch;
  const { APP_ID: _id, PRIVATE_KEY: _key, ...env } = process.env;
  const server = await run(() => undefined, { env, updateEnv: keepInEnv });
  process.stdout.write(
    `Open http://${server.host}:${server.port}/probot and follow it; then stop this, add ANTHROPIC_API_KEY and ACTION_REF to .env, and start the App.\n`,
  );
}

/** Into `.env`, as containers read it, too: on one line each, without quotes. */
function keepInEnv(given: Readonly<Record<string, string | undefined>>) {
  const names = ["APP_ID", "PRIVATE_KEY", "WEBHOOK_SECRET"];
  const before = existsSync(".env") ? readFileSync(".env", "utf8").split("\n") : [];
  const others = before.filter((line) => line !== "" && !names.includes(line.split("=")[0] ?? ""));
  const ours = names.map((name) => `${name}=${(given[name] ?? "").replace(/^"|"$/g, "").replaceAll("\n", "\\n")}`);
  writeFileSync(".env", `${[...others, ...ours].join("\n")}\n`, { mode: 0o600 });
  return given;
}
