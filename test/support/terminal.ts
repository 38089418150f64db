import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runningProcesses, startEnvironment } from "../../src/sandbox/runner/process/process-table.js";
import { howToGet } from "./programs/missing-programs.js";
import { findScript } from "./programs/program-table.js";
import { until } from "./until.js";

export type AtTerminal = {
  /** All output so far, with control sequences. */
  shown(): string;
  /** Waits for an output. A command that ends without it is a failure, at once. */
  shows(words: string | RegExp): Promise<void>;
  type(keys: string): void;
  readonly exit: Promise<number>;
  /** Files in its temporary folder, and processes that carry its environment. */
  leftBehind(): { readonly files: string[]; readonly processes: number[] };
  remove(): void;
};

export const CTRL_C = "\u0003";

/**
 * Runs a command line in a terminal of 100 by 30 characters from util-linux's `script`, with its own temporary folder.
 */
export function atTerminal(command: string, env: Readonly<Record<string, string>> = {}): AtTerminal {
  const script = findScript();
  if (script === undefined) throw new Error(`this needs ${howToGet("script")}`);
  const root = mkdtempSync(join(tmpdir(), "terminal-"));
  for (const place of ["home", "tmp"]) mkdirSync(join(root, place));
  const mark = `TMPDIR=${join(root, "tmp")}`;
  const child = spawn(script, ["-qfec", `stty cols 100 rows 30 -echo; exec ${command}`, "/dev/null"], {
    env: {
      PATH: process.env.PATH ?? "",
      TERM: "xterm",
      SHELL: "/bin/sh",
      HOME: join(root, "home"),
      TMPDIR: join(root, "tmp"),
      ...env,
    },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const said = { text: "" };
  child.stdout.on("data", (chunk) => {
    said.text += String(chunk);
  });
  const exit = once(child, "close").then(([code]) => code as number);
  const hasShown = (words: string | RegExp) =>
    typeof words === "string" ? said.text.includes(words) : words.test(said.text);
  return {
    shown: () => said.text,
    async shows(words) {
      await until(`${words}`, () => hasShown(words) || child.exitCode !== null);
      // Its last words may come after its exit code.
      if (!hasShown(words)) await exit;
      if (!hasShown(words))
        throw new Error(`it ended with ${child.exitCode}, and never showed ${words}:\n${said.text}`);
    },
    type: (keys) => void child.stdin.write(keys),
    exit,
    leftBehind: () => ({
      files: readdirSync(join(root, "tmp")),
      processes: (runningProcesses() ?? [])
        .map(({ pid }) => pid)
        .filter((pid) => pid !== child.pid && startEnvironment(pid).includes(mark)),
    }),
    remove() {
      child.kill("SIGKILL");
      rmSync(root, { recursive: true, force: true });
    },
  };
}
