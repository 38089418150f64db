/** A real browser for tests. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, describe } from "vitest";
import { PATIENCE_MS } from "./patience.js";
import { howToGet } from "./programs/missing-programs.js";
import { findChromium } from "./programs/program-table.js";

/** Chromium's sandbox does not work as root. The tests' browser needs no internet. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export type Browsing = { readonly context: BrowserContext; readonly page: Page };

/** Starts Chromium with its own temporary folder, which is removed on close. */
export async function openChromium(
  options: BrowserContextOptions = {},
): Promise<Browsing & { close(): Promise<void> }> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error(`this needs ${howToGet("chromium")}`);
  const folder = mkdtempSync(join(tmpdir(), "chromium-"));
  const profile = join(folder, "profile");
  // Chromium would write crash reports, fonts and shaders to the user's home.
  const env = { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder };
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    timeout: PATIENCE_MS,
    args: FLAGS,
    env,
    ...options,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = context.pages()[0] ?? (await context.newPage());
  return {
    context,
    page,
    async close() {
      await context.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A group of tests that needs a browser. */
export function describeInChromium(name: string, tests: (open: typeof openChromium) => void): void {
  const opened: { close(): Promise<void> }[] = [];
  describe(name, { tags: ["chromium"] }, () => {
    afterAll(async () => {
      for (const browser of opened) await browser.close();
    });
    tests(async (options) => {
      const browser = await openChromium(options);
      opened.push(browser);
      return browser;
    });
  });
}
