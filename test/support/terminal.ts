import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runningProcesses, startEnvironment } from "../../src/sandbox/runner/process/process-table.js";

/** util-linux's `script` gives a program a terminal; without it these tests are skipped, and say so. */
export const TERMINAL = ["/usr/bin/script"].find((path) => existsSync(path));

export type AtTerminal = {
  /** Everything that was shown so far, control sequences included. */
  shown(): string;
  type(keys: string): void;
  readonly exit: Promise<number>;
  /** Files in its temporary folder, and processes that carry its environment. */
  leftBehind(): { readonly files: string[]; readonly processes: number[] };
  remove(): void;
};

export const CTRL_C = "\u0003";

/** Runs a command line at a terminal of 100 by 30, with a temporary folder of its own. */
export function atTerminal(command: string, env: Readonly<Record<string, string>> = {}): AtTerminal {
  if (TERMINAL === undefined) throw new Error("there is no /usr/bin/script on this machine");
  const root = mkdtempSync(join(tmpdir(), "terminal-"));
  for (const place of ["home", "tmp"]) mkdirSync(join(root, place));
  const mark = `TMPDIR=${join(root, "tmp")}`;
  const child = spawn(TERMINAL, ["-qfec", `stty cols 100 rows 30 -echo; exec ${command}`, "/dev/null"], {
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
  return {
    shown: () => said.text,
    type: (keys) => void child.stdin.write(keys),
    exit,
    leftBehind: () => ({
      // The loader that runs TypeScript here keeps what it compiled.
      files: readdirSync(join(root, "tmp")).filter((name) => !name.startsWith("tsx-")),
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
