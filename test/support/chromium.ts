/** A real browser for tests. Without Chromium on the machine they are skipped, and say so. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, describe } from "vitest";

const CANDIDATES = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
export const CHROMIUM = CANDIDATES.find((path) => path !== undefined && existsSync(path));

/** As root there is no sandbox to use; and a test's browser has nothing to look for on the internet. */
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

/** Starts Chromium with a folder of its own, which goes when it is closed. */
export async function openChromium(
  options: BrowserContextOptions = {},
): Promise<Browsing & { close(): Promise<void> }> {
  if (CHROMIUM === undefined) throw new Error("there is no Chromium on this machine: apt-get install chromium");
  const folder = mkdtempSync(join(tmpdir(), "chromium-"));
  const profile = join(folder, "profile");
  // Crash reports, fonts and shaders it would keep in the home of whoever runs the tests.
  const env = { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder };
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: CHROMIUM,
    args: FLAGS,
    env,
    ...options,
  });
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
  if (CHROMIUM === undefined) process.stderr.write(`SKIPPED: "${name}" needs Chromium (apt-get install chromium)\n`);
  describe.skipIf(CHROMIUM === undefined)(name, () => {
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
