import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { candidateEnvironment } from "../../../src/gates/run/candidate-environment.js";
import {
  type CandidateCommand,
  type Confinement,
  confine,
  describeConfinement,
} from "../../../src/gates/run/confine.js";
import { probeConfinement } from "../../../src/gates/run/probe-confinement.js";
import { COMMAND_LIMITS, runCommand } from "../../../src/gates/run/run-command.js";
import { CONFINEMENTS, needing, type TriedConfinement } from "../../support/confinements.js";

const UNCONFINED: Confinement = { kind: "none", reason: "a test asked for it" };
const TRIED: readonly TriedConfinement[] = [
  ...CONFINEMENTS.map(({ name, ...tried }) => ({ ...tried, name: `confined by ${name}` })),
  { name: "unconfined", needs: [], by: UNCONFINED },
];

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "run-command-")));
  // As a workbench is, for a candidate that is another user.
  chmodSync(folder, 0o777);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function run(
  script: string,
  how: { by: Confinement; limits?: Partial<typeof COMMAND_LIMITS>; more?: Partial<CandidateCommand> },
) {
  const limits = { ...COMMAND_LIMITS, timeMs: 60_000, ...how.limits };
  const command = confine(how.by, { ...bare(), script, timeMs: limits.timeMs, ...how.more });
  return runCommand(command, { cwd: folder, folders: [folder], limits });
}

/** Nothing but a folder to work in. */
function bare(): Omit<CandidateCommand, "script"> {
  const { env } = candidateEnvironment({ PATH: "/usr/bin:/bin" }, { home: folder });
  const nothing = { writable: [], readable: [], sealed: [], scratch: [] };
  return { cwd: folder, ...nothing, env, network: false, timeMs: 60_000 };
}

describe.each(TRIED)("a command, $name", ({ needs, by }) => {
  const test = needing(needs);

  test("is heard on both streams, and ends with its exit code", async () => {
    const { end, stdout, tail } = await run("echo out; echo err >&2; exit 3", { by });
    expect(end).toEqual({ kind: "exited", code: 3 });
    expect(stdout).toBe("out\n");
    expect(tail).toContain("err");
  });

  test("is stopped when its time is over, with everything it started", async () => {
    const { end } = await run("sleep 60 & sleep 60", { by, limits: { timeMs: 400 } });
    expect(end).toEqual({ kind: "stopped", why: expect.stringContaining("longer than") });
  });

  test("is stopped when it floods its output", async () => {
    const { end, stdout } = await run("yes", { by, limits: { outputBytes: 100_000 } });
    expect(end).toEqual({ kind: "stopped", why: "it printed more than 100000 bytes" });
    expect(stdout.length).toBeLessThanOrEqual(100_000);
  });

  test("is stopped when it fills its folder", async () => {
    const script = "i=0; while true; do dd if=/dev/urandom of=fill$i bs=1M count=8 2>/dev/null; i=$((i+1)); done";
    const { end } = await run(script, { by, limits: { diskBytes: 50_000_000 } });
    expect(end).toEqual({ kind: "stopped", why: "its folders grew beyond 50000000 bytes" });
  });

  test("keeps only the end of what it printed", async () => {
    const { tail, stdout } = await run("seq 1 20000", { by });
    expect(stdout.startsWith("1\n2\n")).toBe(true);
    expect(tail.endsWith("20000\n")).toBe(true);
    expect(tail.length).toBe(16_000);
  });
});

describe.each(CONFINEMENTS)("a command confined by $name", ({ needs, by }) => {
  const test = needing(needs);

  it.each([
    ["sees no other process", "ls /proc | grep -c '^[0-9]'", /^[1-4]\n$/],
    ["has no network", "cat /proc/net/route | wc -l", /^[01]\n$/],
    ["is not root", "id -u", /^[1-9]\d+\n$/],
    ["cannot read keys of this machine", "cat /etc/shadow 2>&1; ls /root 2>&1", /No such file[\s\S]*No such file/],
    [
      "cannot write outside its folder",
      "touch /usr/x 2>&1; touch /etc/x 2>&1",
      /(?:Read-only|denied)[\s\S]*(?:Read-only|denied)/,
    ],
    ["cannot reach other temporary folders", "ls /tmp", /^\S+\n$/],
  ])("%s", { tags: [...needs] }, async (_what, script, expected) => {
    expect((await run(script, { by })).stdout).toMatch(expected);
  });

  test("leaves no process behind, whatever session it is in", async () => {
    const mark = `${31_000_000 + (process.pid % 1_000_000)}`;
    const leave = `setsid -f sleep ${mark} >/dev/null 2>&1;`.repeat(8);
    for (const _ of SEVERAL_TIMES) {
      const { end } = await run(`setsid sleep ${mark} >/dev/null 2>&1 & ${leave} exit 0`, { by });
      expect(end).toEqual({ kind: "exited", code: 0 });
      expect(sleepers(mark)).toHaveLength(0);
    }
  });

  test("leaves none behind either when it is stopped in the middle", async () => {
    const mark = `${32_000_000 + (process.pid % 1_000_000)}`;
    const leave = `setsid -f sleep ${mark} >/dev/null 2>&1;`.repeat(8);
    for (const _ of SEVERAL_TIMES) {
      const { end } = await run(`${leave} yes`, { by, limits: { outputBytes: 100_000 } });
      expect(end.kind).toBe("stopped");
      expect(sleepers(mark)).toHaveLength(0);
    }
  });

  test("ends with the process that started it", async () => {
    const mark = `${33_000_000 + (process.pid % 1_000_000)}`;
    const { file, args, env } = confine(by, { ...bare(), script: `setsid -f sleep ${mark}; sleep ${mark}` });
    const starter = `require("node:child_process").spawn(process.argv[1], process.argv.slice(2), { stdio: "ignore", env: ${JSON.stringify(env)} }); setInterval(() => {}, 1000)`;
    const parent = spawn(process.execPath, ["-e", starter, "--", file, ...args], { stdio: "ignore" });
    await vi.waitFor(() => expect(sleepers(mark)).toHaveLength(2), PATIENT);
    parent.kill("SIGKILL");
    await vi.waitFor(() => expect(sleepers(mark)).toHaveLength(0), PATIENT);
  });

  test("must name folders by absolute paths", () => {
    expect(() => run("true", { by, more: { readable: ["relative"] } })).toThrow("must be an absolute path");
  });
});

it("a namespace that is not bound to its parent yet is ended when its command is stopped", {
  tags: ["bubblewrap"],
}, async () => {
  // bubblewrap binds the first process just before it starts the command; the machine may stop it there for any time.
  const unbound = join(folder, "unbound");
  const script = `#!/bin/bash\nfor word; do shift; [ "$word" = --die-with-parent ] || set -- "$@" "$word"; done\nexec bwrap "$@"\n`;
  writeFileSync(unbound, script, { mode: 0o755 });
  const mark = `${35_000_000 + (process.pid % 1_000_000)}`;
  const { end } = await run(`echo begun; exec sleep ${mark}`, {
    by: { kind: "bubblewrap", bwrap: unbound, disableUserns: false },
    limits: { outputBytes: 1 },
  });
  expect(end.kind).toBe("stopped");
  expect(sleepers(mark)).toHaveLength(0);
});

it("an unconfined command with a leftover process is not waited for", async () => {
  const mark = `${34_000_000 + (process.pid % 1_000_000)}`;
  const options = '{ detached: true, stdio: "ignore" }';
  const program = `require("node:child_process").spawn("sleep", ["${mark}"], ${options}).unref()`;
  const { end, stdout } = await run(`'${process.execPath}' -e '${program}'; echo done`, { by: UNCONFINED });
  await expect.poll(() => sleepers(mark)).toHaveLength(1);
  for (const pid of sleepers(mark)) process.kill(pid, "SIGKILL");
  expect([end, stdout]).toEqual([{ kind: "exited", code: 0 }, "done\n"]);
});

/** A process that ends a moment too late is seen now and then only. */
const SEVERAL_TIMES = [1, 2, 3, 4, 5];

/** Far longer than it takes. */
const PATIENT = { timeout: 60_000, interval: 50 };

/** The processes of this machine that sleep for that many seconds. */
function sleepers(seconds: string): number[] {
  const isOne = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8") === `sleep\0${seconds}\0`;
    } catch {
      return false; // it has ended since it was listed
    }
  };
  return readdirSync("/proc")
    .filter((pid) => /^\d+$/.test(pid) && isOne(pid))
    .map(Number);
}

describe("what a candidate finds in its environment", () => {
  const job = {
    PATH: "/usr/bin:/home/runner/.cargo/bin:relative:/home/runner/.pyenv/shims",
    GITHUB_TOKEN: "ghs_secret",
    ACTIONS_RUNTIME_TOKEN: "secret",
    INPUT_REQUEST: "{}",
    RUNNER_TEMP: "/temp",
    NODE_OPTIONS: "--require /evil.js",
    JAVA_HOME: "/usr/lib/jvm",
  };

  it("is built from nothing", () => {
    const { env } = candidateEnvironment(job, { home: "/home/candidate" });
    expect(Object.keys(env).sort()).toEqual(
      [
        ...["CI", "HOME", "JAVA_HOME", "LANG", "NO_COLOR", "PATH", "PYENV_ROOT", "RUSTUP_HOME", "TMPDIR"],
        ...["npm_config_cache", "npm_config_update_notifier"],
      ].sort(),
    );
    expect(JSON.stringify(env)).not.toContain("secret");
    expect(env.PATH).toBe("/usr/bin:/home/runner/.cargo/bin:/home/runner/.pyenv/shims");
  });

  it("names the folders of tools that live outside the system's", () => {
    expect(candidateEnvironment(job, { home: "/home/candidate" }).readable).toEqual([
      "/home/runner/.cargo/bin",
      "/home/runner/.pyenv/shims",
      "/home/runner/.rustup",
      "/home/runner/.pyenv",
    ]);
  });
});

describe("namespaces that sudo makes", () => {
  const namespaces: Confinement = { kind: "namespaces", sudo: ["/usr/bin/sudo", "-n"], user: { uid: 1_001, gid: 127 } };
  const { file, args, env, kill } = confine(namespaces, {
    script: "npm test",
    cwd: "/work",
    writable: [],
    readable: [],
    sealed: [],
    scratch: [],
    env: { PATH: "/usr/bin", HOME: "/home" },
    network: false,
    timeMs: 90_500,
  });

  it("leave root before the candidate starts", () => {
    const words = [file, ...args].join(" ");
    expect(words).toMatch(/^\/usr\/bin\/sudo -n timeout --foreground --signal=KILL 101 /);
    expect(words.slice(words.lastIndexOf(" -- ") + 4)).toBe(
      [
        "setpriv --reuid=1001 --regid=127 --clear-groups --no-new-privs --inh-caps=-all --ambient-caps=-all --bounding-set=-all",
        "env -i --chdir /work PATH=/usr/bin HOME=/home /bin/sh -c ulimit -f 4194304\nnpm test",
      ].join(" "),
    );
    expect(Object.keys(env)).toEqual(["PATH"]);
  });

  it("can be ended by root alone, so that root is asked to", () => {
    expect(kill).toEqual(["/usr/bin/sudo", "-n", "kill"]);
  });
});

it.each<[Confinement, RegExp]>([
  [{ kind: "bubblewrap", bwrap: "/usr/bin/bwrap", disableUserns: true }, /^bubblewrap: /],
  [{ kind: "namespaces", sudo: [], user: { uid: 1, gid: 1 } }, /^unshare and setpriv: .*bubblewrap is not available$/],
  [{ kind: "none", reason: "nothing works" }, /^none: nothing works$/],
])("the report says how commands were kept apart: %o", (how, words) => {
  expect(describeConfinement(how)).toMatch(words);
});

it("a report has room for however long a reason", () => {
  const words = describeConfinement({ kind: "none", reason: "no ".repeat(1_000) });
  expect(words.length).toBe(500);
  expect(words.endsWith("…")).toBe(true);
});

it("without bubblewrap and unshare the probe says so", async () => {
  expect(await probeConfinement("/nonexistent")).toEqual({
    kind: "none",
    reason: "bubblewrap is not installed; unshare and setpriv are not installed",
  });
});
