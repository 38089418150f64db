import { existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { candidateEnvironment } from "../../../src/gates/run/candidate-environment.js";
import {
  type CandidateCommand,
  type Confinement,
  confine,
  describeConfinement,
} from "../../../src/gates/run/confine.js";
import { probeConfinement } from "../../../src/gates/run/probe-confinement.js";
import { COMMAND_LIMITS, runCommand } from "../../../src/gates/run/run-command.js";

const confinement = await probeConfinement(process.env.PATH ?? "");
const UNCONFINED: Confinement = { kind: "none", reason: "a test asked for it" };

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "run-command-")));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function run(
  script: string,
  how: { by?: Confinement; limits?: Partial<typeof COMMAND_LIMITS>; more?: Partial<CandidateCommand> } = {},
) {
  const limits = { ...COMMAND_LIMITS, timeMs: 15_000, ...how.limits };
  const { env } = candidateEnvironment({ PATH: process.env.PATH ?? "" }, folder);
  const command = confine(how.by ?? confinement, {
    script,
    cwd: folder,
    writable: [],
    readable: [],
    sealed: [],
    scratch: [],
    env,
    network: false,
    timeMs: limits.timeMs,
    ...how.more,
  });
  return runCommand(command, { cwd: folder, folders: [folder], limits });
}

describe.each([
  ["confined", confinement],
  ["unconfined", UNCONFINED],
])("a command, %s", (_name, by) => {
  it("is heard on both streams, and ends with its exit code", async () => {
    const { end, stdout, tail } = await run("echo out; echo err >&2; exit 3", { by });
    expect(end).toEqual({ kind: "exited", code: 3 });
    expect(stdout).toBe("out\n");
    expect(tail).toContain("err");
  });

  it("is stopped when its time is over, with everything it started", async () => {
    const { end } = await run("sleep 60 & sleep 60", { by, limits: { timeMs: 400 } });
    expect(end).toEqual({ kind: "stopped", why: expect.stringContaining("longer than") });
  });

  it("is stopped when it floods its output", async () => {
    const { end, stdout } = await run("yes", { by, limits: { outputBytes: 100_000 } });
    expect(end).toEqual({ kind: "stopped", why: "it printed more than 100000 bytes" });
    expect(stdout.length).toBeLessThanOrEqual(100_000);
  });

  it("is stopped when it fills its folder", async () => {
    const script = "i=0; while true; do dd if=/dev/urandom of=fill$i bs=1M count=8 2>/dev/null; i=$((i+1)); done";
    const { end } = await run(script, { by, limits: { diskBytes: 50_000_000 } });
    expect(end).toEqual({ kind: "stopped", why: "its folders grew beyond 50000000 bytes" });
  });

  it("keeps only the end of what it printed", async () => {
    const { tail, stdout } = await run("seq 1 20000", { by });
    expect(stdout.startsWith("1\n2\n")).toBe(true);
    expect(tail.endsWith("20000\n")).toBe(true);
    expect(tail.length).toBe(16_000);
  });
});

describe("a confined command", () => {
  it("is confined here by bubblewrap", () => {
    expect(confinement.kind).toBe("bubblewrap");
  });

  it.each([
    ["sees no other process", "ls /proc | grep -c '^[0-9]'", /^[1-4]\n$/],
    ["has no network", "cat /proc/net/route | wc -l", /^[01]\n$/],
    ["is not root", "id -u", /^1000\n$/],
    ["cannot read keys of this machine", "cat /etc/shadow 2>&1; ls /root 2>&1", /No such file[\s\S]*No such file/],
    [
      "cannot write outside its folder",
      "touch /usr/x 2>&1; touch /etc/x 2>&1",
      /(?:Read-only|denied)[\s\S]*(?:Read-only|denied)/,
    ],
    ["cannot reach other temporary folders", "ls /tmp", /^\S+\n$/],
  ])("%s", async (_what, script, expected) => {
    expect((await run(script)).stdout).toMatch(expected);
  });

  it("cannot change what set-up installed, except its caches", async () => {
    const packages = join(folder, "node_modules");
    await run("mkdir -p node_modules/.cache node_modules/pkg");
    const more = { sealed: [packages], scratch: [join(packages, ".cache")] };
    const { stdout } = await run("touch node_modules/pkg/x 2>&1; touch node_modules/.cache/y && echo cached", { more });
    expect(stdout).toMatch(/Read-only file system[\s\S]*cached/);
    expect(existsSync(join(packages, ".cache/y"))).toBe(false);
  });

  it("must name folders by absolute paths", () => {
    expect(() => run("true", { more: { readable: ["relative"] } })).toThrow("must be an absolute path");
  });
});

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
    const { env } = candidateEnvironment(job, "/home/candidate");
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
    expect(candidateEnvironment(job, "/home/candidate").readable).toEqual([
      "/home/runner/.cargo/bin",
      "/home/runner/.pyenv/shims",
      "/home/runner/.rustup",
      "/home/runner/.pyenv",
    ]);
  });
});

describe("root's namespaces, where bubblewrap is not permitted", () => {
  const namespaces: Confinement = { kind: "namespaces", prefix: ["/usr/bin/sudo", "-n"] };
  const command = confine(namespaces, {
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

  it("leave root before the candidate starts, and can be ended by root alone", () => {
    expect([command.file, ...command.args].join(" ")).toBe(
      [
        "/usr/bin/sudo -n timeout --signal=KILL 91",
        "unshare --mount --pid --fork --kill-child --mount-proc --ipc --uts --net",
        "setpriv --reuid=65534 --regid=65534 --clear-groups --no-new-privs --bounding-set=-all",
        "env -i --chdir /work PATH=/usr/bin HOME=/home /bin/sh -c ulimit -f 4194304\nnpm test",
      ].join(" "),
    );
    expect(command.env).toEqual({});
  });
});

it.each<[Confinement, RegExp]>([
  [{ kind: "bubblewrap", bwrap: "/usr/bin/bwrap", disableUserns: true }, /^bubblewrap: /],
  [{ kind: "namespaces", prefix: [] }, /^unshare and setpriv: .*bubblewrap is not available$/],
  [{ kind: "none", reason: "nothing works" }, /^none: nothing works$/],
])("the report says how commands were kept apart: %o", (how, words) => {
  expect(describeConfinement(how)).toMatch(words);
});

it("without bubblewrap and unshare the probe says so", async () => {
  expect(await probeConfinement("/nonexistent")).toEqual({
    kind: "none",
    reason: "bubblewrap is not installed; unshare is not installed",
  });
});
