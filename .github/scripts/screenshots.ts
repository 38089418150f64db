/**
 * Plays the demo and takes the README's pictures from the local pages in Chromium: `npx tsx
 * .github/scripts/screenshots.ts`. Each is taken when its subject appears.
 */
import { mkdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Locator, Page } from "playwright-core";
import { openPerson } from "../../src/sandbox/demo/person.js";
import { RECORDED_SCRIPT } from "../../src/sandbox/demo/script.js";
import { playStory } from "../../src/sandbox/demo/story.js";
import { startAppProcess } from "../../src/sandbox/start-app-process.js";
import { startSandbox } from "../../src/sandbox/start-sandbox.js";
import { openChromium } from "../../test/support/chromium.js";
import { type Sight, SUBJECTS } from "./screenshot-subjects.js";

const FOLDER = fileURLToPath(new URL("../screenshots/", import.meta.url));
const SPEC = new URL("../../fixtures/demo/SPEC.md", import.meta.url);
const PAUSE_MS = 500;

const PAINTED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))";

/** A frame reports its drawing before it is painted. After two of its own frames it is painted. */
async function drawn(page: Page, subject: Locator): Promise<void> {
  const frame = subject.locator("iframe.diagram[data-drawn]");
  await frame.waitFor();
  await frame.scrollIntoViewIfNeeded();
  const inside = await (await frame.elementHandle())?.contentFrame();
  await inside?.evaluate(PAINTED);
  await page.evaluate(PAINTED);
}

async function take(page: Page, name: string, { url, element, unfold }: Sight): Promise<void> {
  await page.goto(url);
  const subject = page.locator(element);
  if (unfold !== undefined) {
    await subject.getByText(unfold.title, { exact: true }).click();
    if (unfold.draws) await drawn(page, subject);
  }
  await subject.screenshot({ path: `${FOLDER}${name}.png` });
  process.stdout.write(`${name}.png\n`);
}

async function photograph(): Promise<readonly string[]> {
  const sandbox = await startSandbox({
    startApp: (variables) => startAppProcess({ ...variables, LOG_LEVEL: "error" }),
    model: "recorded",
    confinement: "preferred",
    spec: await readFile(SPEC, "utf8"),
    forge: { log: () => {} },
  });
  const browser = await openChromium({ viewport: { width: 1200, height: 900 }, deviceScaleFactor: 2 });
  const missing = new Set(Object.keys(SUBJECTS));
  const round = async (isOver: boolean) => {
    for (const [name, find] of Object.entries(SUBJECTS)) {
      const sight = missing.has(name) ? find(sandbox, isOver) : undefined;
      if (sight === undefined) continue;
      await take(browser.page, name, sight);
      missing.delete(name);
    }
  };
  try {
    const requestPlace = { isOver: false };
    const print = (what: string) => process.stderr.write(`${what}\n`);
    const appEnded = sandbox.app.ended.then((why) => Promise.reject(new Error(why)));
    const showQuestion = ({ words }: { readonly words: string }) => {
      throw new Error(`the script has no answer to: ${words}`);
    };
    const story = playStory({ person: openPerson(sandbox.forge), print, script: RECORDED_SCRIPT, showQuestion });
    const told = Promise.race([story, appEnded]).finally(() => {
      requestPlace.isOver = true;
    });
    while (!requestPlace.isOver) {
      await round(false);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    await told;
    appEnded.catch(() => undefined); // from here on the demo is stopped on purpose
    await round(true);
    return [...missing];
  } finally {
    await browser.close();
    await sandbox.stop();
  }
}

await mkdir(FOLDER, { recursive: true });
const missing = await photograph();
if (missing.length > 0) {
  process.stderr.write(`The demo never showed: ${missing.join(", ")}\n`);
  process.exitCode = 1;
}
