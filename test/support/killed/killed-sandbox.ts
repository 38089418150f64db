/** A sandbox that is killed with all its processes and started again on its data, as often as a test wants. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { STATE_PATH } from "../../../src/domain/gates/state-paths.js";
import type { Forge } from "../../../src/sandbox/forge/forge.js";
import { freePort } from "../../../src/sandbox/free-port.js";
import { type BuiltApp, buildApp } from "../app-process.js";
import { stateOnDisk } from "../kept-state.js";
import type { KillPoint } from "./kill-at-write.js";
import type { Order } from "./sandbox-process.js";

type Ready = Pick<Forge, "url" | "repo" | "users">;

export type KilledSandbox = {
  /** The data folder. */
  readonly data: string;
  /** Settles when a sandbox is up. It may be killed again at any time. */
  up(): Promise<Ready>;
  kills(): number;
  /** All output of forge and App, line by line. */
  said(): string[];
  /** Stops the running sandbox in order. */
  stop(): Promise<void>;
  remove(): void;
};

type ObservationQuery = {
  readonly model: string;
  readonly spec: string;
  /** When each life ends. After the last kill the sandbox keeps running. */
  readonly kills: readonly KillPoint[];
};

const LAST_LINES = 60;
const SANDBOX = { sandbox: "test/support/killed/sandbox-process.ts" };

export async function startKilledSandbox({ model, spec, kills }: ObservationQuery): Promise<KilledSandbox> {
  const built = await buildApp(SANDBOX);
  const data = join(mkdtempSync(join(tmpdir(), "killed-sandbox-")), "data");
  const log = join(built.folder, "sandbox.log");
  const order = { data, port: await freePort(), spec, app: join(built.folder, "main.mjs"), log, model };
  const left = [...kills];
  let killed = 0;
  let isOver = false;
  let life = begin(built, { ...order, kill: left.shift(), spareRuns: false });
  const live = async (): Promise<string | undefined> => {
    for (;;) {
      const end = await life.ended;
      if (isOver) return undefined;
      if (end !== "SIGKILL") return end;
      killed += 1;
      life = begin(built, { ...order, kill: left.shift(), spareRuns: hasLostRun(data) });
    }
  };
  const lives = live();
  return {
    data,
    async up() {
      for (;;) {
        // The exit comes first: when a sandbox ends by itself, `ready` settles too, and no other is started.
        const ready = await Promise.race([lives, life.ready]);
        if (typeof ready === "string")
          throw new Error(`the sandbox ended with ${ready}:\n${linesIn(log).slice(-LAST_LINES).join("\n")}`);
        if (ready !== undefined) return ready;
      }
    },
    kills: () => killed,
    said: () => linesIn(log),
    async stop() {
      isOver = true;
      life.child.kill("SIGTERM");
      await life.ended;
    },
    remove() {
      built.remove();
      rmSync(join(data, ".."), { recursive: true, force: true });
    },
  };
}

type Life = {
  readonly child: ChildProcess;
  /** Undefined: the sandbox was killed before it was up. */
  readonly ready: Promise<Ready | undefined>;
  readonly ended: Promise<string>;
};

function begin({ folder }: BuiltApp, order: Order): Life {
  const log = openSync(order.log, "a");
  const child = spawn(process.execPath, [join(folder, "sandbox.mjs"), JSON.stringify(order)], {
    // The channel closes with the test, however the test ends, and the sandbox stops with it.
    stdio: ["ignore", "ignore", log, "ipc"],
  });
  const ended = once(child, "exit").then(([code, signal]) => String(signal ?? `exit code ${code}`));
  const up = once(child, "message").then(([ready]) => ready as Ready);
  return { child, ended, ready: Promise.race([up, ended.then(() => undefined)]) };
}

/** A task halts after several lost gate runs in a row. At most one run is lost after another. */
function hasLostRun(data: string): boolean {
  const [repository] = stateOnDisk(data).repositories.values();
  const head = repository?.refs.get("refs/heads/factory/state");
  if (repository === undefined || head === undefined) return false;
  const git = join(data, "repositories", `${repository.id}.git`);
  const state = execFileSync("git", ["-C", git, "show", `${head}:${STATE_PATH}`], { encoding: "utf8" });
  return /\blost(?:_gates)?: [1-9]/.test(state);
}

const linesIn = (file: string) => readFileSync(file, "utf8").split("\n");
