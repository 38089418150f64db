/** Runs the App as its own process, which may not be able to work yet. */
import { type ChildProcess, spawn } from "node:child_process";
import { createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { z } from "zod";
import type { BuiltApp } from "./app-process.js";

const Ready = z.object({ status: z.string(), problems: z.array(z.string()) });
const LogLine = z.object({ level: z.number(), msg: z.string().default("") });
const WARNING = 40;

export type StartingApp = {
  /** Its standard output and standard error. */
  readonly said: { out: string; err: string };
  /** The status of the answer for a path; undefined while the App does not listen. */
  status(path: string): Promise<number | undefined>;
  /** The problems that the readiness check reports; undefined while the App does not listen. */
  problems(): Promise<readonly string[] | undefined>;
  /** The status of the answer to a correctly signed delivery. */
  deliver(): Promise<number>;
  /** Log lines with the level warning or above. */
  complaints(): string[];
  /** Its exit code, once it has ended. */
  readonly ended: Promise<number | null>;
  /** Asks it to end. */
  end(): Promise<number | null>;
  kill(): Promise<void>;
};

export function spawnApp({ folder }: BuiltApp, variables: Readonly<Record<string, string>>): StartingApp {
  const env = { PATH: process.env.PATH ?? "", HOME: folder, NODE_ENV: "production", ...variables };
  const child: ChildProcess = spawn(process.execPath, [join(folder, "main.mjs")], { env, stdio: "pipe" });
  const said = { out: "", err: "" };
  child.stdout?.on("data", (chunk) => {
    said.out += String(chunk);
  });
  child.stderr?.on("data", (chunk) => {
    said.err += String(chunk);
  });
  const ended = once(child, "close").then(() => child.exitCode);
  const url = `http://127.0.0.1:${variables.PORT}`;
  const ask = (path: string) => {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}: ${said.err}${said.out}`);
    return fetch(`${url}${path}`).catch(() => undefined);
  };
  return {
    said,
    ended,
    async status(path) {
      const answer = await ask(path);
      await answer?.arrayBuffer();
      return answer?.status;
    },
    async problems() {
      const answer = await ask("/readyz");
      return answer === undefined ? undefined : Ready.parse(await answer.json()).problems;
    },
    async deliver() {
      const body = JSON.stringify({ action: "created", sender: { type: "User", login: "ada" } });
      const signature = createHmac("sha256", variables.WEBHOOK_SECRET ?? "")
        .update(body)
        .digest("hex");
      const headers = {
        "content-type": "application/json",
        "x-github-event": "installation",
        "x-github-delivery": randomUUID(),
        "x-hub-signature-256": `sha256=${signature}`,
      };
      const answer = await fetch(`${url}/api/github/webhooks`, { method: "POST", headers, body });
      await answer.arrayBuffer();
      return answer.status;
    },
    complaints: () =>
      said.out
        .trim()
        .split("\n")
        .map((line) => LogLine.parse(JSON.parse(line)))
        .filter(({ level }) => level >= WARNING)
        .map(({ msg }) => msg),
    async end() {
      child.kill("SIGTERM");
      return ended;
    },
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
