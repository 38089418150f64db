/** Runs the App as its own process, built from this source. A test can kill it as a crash would. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, openSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import { PATIENCE_MS } from "./patience.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const LOG = "app.log";

/**
 * The App bundled in one file, which starts three times as fast. It still reads its own files from the source folder.
 */
export type BuiltApp = { readonly folder: string; remove(): void };

const WHERE_IT_LIES: Plugin = {
  name: "where-it-lies",
  setup({ onLoad }) {
    onLoad({ filter: /\/src\/.*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      return { contents: text.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href)), loader: "ts" };
    });
  },
};

/** `others` are further programs, built into the same folder under their own names. */
export async function buildApp(others: Readonly<Record<string, string>> = {}): Promise<BuiltApp> {
  const folder = mkdtempSync(join(tmpdir(), "app-built-"));
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  await build({
    entryPoints: Object.fromEntries(
      Object.entries({ main: "src/main.ts", ...others }).map(([name, path]) => [name, join(ROOT, path)]),
    ),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "error",
    plugins: [WHERE_IT_LIES],
  });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The last lines that the App's processes logged. They show why a process does not progress. */
export function appLog({ folder }: Pick<BuiltApp, "folder">, lines = 40): string {
  return readFileSync(join(folder, LOG), "utf8").trimEnd().split("\n").slice(-lines).join("\n");
}

export type AppProcess = {
  readonly url: string;
  readonly pid: number;
  /** Stops the process until it is resumed. Nothing is lost. */
  freeze(): void;
  thaw(): void;
  /** Kills without warning, like a crash or the out-of-memory killer. Settles when the process is gone. */
  kill(): Promise<void>;
  /** Asks the process to end, as an orchestrator does. Settles with the exit code, or null if a signal ended it. */
  end(): Promise<number | null>;
};

export async function startAppProcess(
  { folder }: BuiltApp,
  variables: Readonly<Record<string, string>>,
): Promise<AppProcess> {
  const log = openSync(join(folder, LOG), "a");
  const env = { PATH: process.env.PATH ?? "", HOME: folder, NODE_ENV: "production", ...variables };
  const child = spawn(process.execPath, [join(folder, "main.mjs")], { env, stdio: ["ignore", log, log] });
  const url = `http://${variables.HOST}:${variables.PORT}`;
  if (!(await isUp(child, url))) {
    child.kill("SIGKILL");
    const why = `the App did not come up at ${url} within ${PATIENCE_MS / 60_000} minutes`;
    throw new Error(`${why}; the last that was logged:\n${appLog({ folder })}`);
  }
  return {
    url,
    pid: child.pid ?? 0,
    freeze: () => void child.kill("SIGSTOP"),
    thaw: () => void child.kill("SIGCONT"),
    kill: () => kill(child),
    end: () => end(child),
  };
}

async function isUp(child: ChildProcess, url: string): Promise<boolean> {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(50)) {
    // A test that counts requests may kill the process during its start. That test handles it.
    if (child.exitCode !== null || child.signalCode !== null) return true;
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok === true) return true;
  }
  return false;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

async function end(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = once(child, "exit");
    child.kill("SIGTERM");
    await gone;
  }
  return child.exitCode;
}
