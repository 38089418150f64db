/**
 * A long-lived git command that answers each request with one line, such as `update-ref --stdin`. It starts with the first request. When it dies, its pending requests fail and the next request
 * starts it again.
 */
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { startGit } from "./run-git.js";

export type LineProcess = {
  /** Sends one request and returns its line. Rejects with git's own message when git gives up. */
  ask(request: string): Promise<string>;
  close(): Promise<void>;
};

type Waiting = { readonly resolve: (line: string) => void; readonly reject: (error: Error) => void };
type Running = { readonly child: ChildProcessWithoutNullStreams; readonly waiting: Waiting[] };

export function createLineProcess(directory: string, args: readonly string[]): LineProcess {
  let running: Running | undefined;

  const start = (): Running => {
    const child = startGit(directory, args);
    const started: Running = { child, waiting: [] };
    let text = "";
    let complaint = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      const lines = (text + chunk).split("\n");
      text = lines.pop() ?? "";
      for (const line of lines) started.waiting.shift()?.resolve(line);
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      complaint += chunk;
    });
    // The exit reports the error. A broken pipe and a failed start also lead to it.
    child.stdin.on("error", () => undefined);
    child.on("error", (error) => {
      complaint = error.message;
    });
    child.on("close", () => {
      if (running === started) running = undefined;
      for (const { reject } of started.waiting) reject(new Error(`git ${args.join(" ")}: ${complaint.trim()}`));
    });
    return started;
  };

  return {
    ask(request) {
      running ??= start();
      const { child, waiting } = running;
      return new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        child.stdin.write(request);
      });
    },
    close: () =>
      new Promise((resolve) => {
        if (running === undefined) return resolve();
        running.child.on("close", () => resolve());
        running.child.stdin.end();
      }),
  };
}
