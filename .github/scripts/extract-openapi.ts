/**
 * `npm run extract-openapi`: fetches GitHub's descriptions of its API, which are too large to install, and extracts
 * what the tests compare the forge with. `--check` writes nothing and fails if a file would change.
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { EVENT_NAMES } from "../../src/sandbox/forge/webhooks/event-names.js";
import { fetchPackage } from "./fetch-package.js";
import { type DescribedPackage, REST, WEBHOOKS } from "./openapi/described-packages.js";
import { extractRest, extractWebhooks, printExtract } from "./openapi/extract-description.js";
import type { Json } from "./openapi/pick-bodies.js";
import { wantedOperations } from "./openapi/wanted-operations.js";
import { writeOrCheck } from "./write-or-check.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const folder = await mkdtemp(join(tmpdir(), "openapi-"));
try {
  const rest = extractRest(await description(REST), wantedOperations(ROOT), REST);
  const webhooks = extractWebhooks(await description(WEBHOOKS), EVENT_NAMES, WEBHOOKS);
  const files = new Map([
    [REST.extract, Buffer.from(printExtract(rest))],
    [WEBHOOKS.extract, Buffer.from(printExtract(webhooks))],
  ]);
  process.exitCode = await writeOrCheck(files, { command: "npm run extract-openapi" });
} finally {
  await rm(folder, { recursive: true });
}

async function description(source: DescribedPackage): Promise<Json> {
  const unpacked = await fetchPackage(source, { folder, only: [source.file] });
  return JSON.parse(await readFile(join(unpacked, source.file), "utf8"));
}
