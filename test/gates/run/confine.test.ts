import { execFile } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CandidateCommand, confine } from "../../../src/gates/run/confine.js";
import { probeConfinement } from "../../../src/gates/run/probe-confinement.js";
import { CONFINEMENTS, needing } from "../../support/confinements.js";

const WORKS = { kind: "bubblewrap", bwrap: "/usr/bin/bwrap", disableUserns: true } as const;
/** Nothing but a folder to work in. */
const BARE = { writable: [], readable: [], sealed: [], scratch: [], env: {}, network: false, timeMs: 60_000 } as const;

let root: string;
let workFolder: string;
beforeAll(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), "factory-test-confine-")));
  workFolder = path.join(root, "work");
  mkdirSync(workFolder);
  // As a workbench is, for a candidate that is another user; the folder above it stays closed.
  chmodSync(workFolder, 0o777);
  mkdirSync(path.join(root, "tool"));
  writeFileSync(path.join(root, "secret"), "secret");
  writeFileSync(path.join(root, "tool", "data"), "tool data");
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe("the arguments for bubblewrap", () => {
  const args = (extra: Partial<CandidateCommand> = {}, disableUserns = true) =>
    confine({ ...WORKS, disableUserns }, { ...BARE, script: "npm test", cwd: "/w", ...extra }).args;
  const text = (...given: Parameters<typeof args>) => ` ${args(...given).join(" ")} `;

  it.each([
    "--unshare-user",
    "--unshare-pid",
    "--unshare-ipc",
    "--unshare-uts",
    "--unshare-net",
    "--die-with-parent",
    "--new-session",
  ])("have %s", (option) => {
    expect(args()).toContain(option);
  });

  it("share the network only when asked to, and name servers with it", () => {
    expect(args({ network: true })).not.toContain("--unshare-net");
    expect(args({ network: false })).toContain("--unshare-net");
    expect(text({ network: true })).toContain("/etc/resolv.conf");
    expect(text()).not.toContain("/etc/resolv.conf");
  });

  it("forbid further namespaces where this bubblewrap can", () => {
    expect(args({}, true)).toContain("--disable-userns");
    expect(args({}, false)).not.toContain("--disable-userns");
  });

  it("bind the work folder, and only it, for writing, after everything that could cover it", () => {
    const binds = args().flatMap((arg, index, all) => (arg === "--bind" ? [all.slice(index + 1, index + 3)] : []));
    expect(binds).toEqual([["/w", "/w"]]);
    expect(text({ readable: ["/t"] })).toMatch(
      /--tmpfs \/tmp .*--ro-bind-try \/t \/t .*--bind \/w \/w .*--remount-ro \/ /,
    );
  });

  it("drop every capability and every variable, and set the ones given", () => {
    expect(text()).toContain(" --cap-drop ALL ");
    expect(text({ env: { A: "1", PATH: "/p" } })).toMatch(
      /--clearenv .*--setenv A 1 --setenv PATH \/p -- \/bin\/sh -c status=0; "\$@" .* sh \/bin\/sh -c ulimit -f \d+\nnpm test $/,
    );
  });

  it("do not take the whole of /etc along", () => {
    expect(args()).not.toContain("/etc");
    expect(text()).not.toContain("/etc/shadow");
  });

  it.each([{ cwd: "relative" }, { writable: ["relative"] }, { sealed: ["relative"] }, { readable: ["relative"] }])(
    "are refused for %j",
    (extra) => {
      expect(() => args(extra)).toThrow("must be an absolute path");
    },
  );
});

describe("asking how commands can be confined", () => {
  /** A bwrap of our own, and nothing else: not even the `unshare` that would be second best. */
  const only = (script: string): string => {
    const folder = mkdtempSync(path.join(root, "bin-"));
    writeFileSync(path.join(folder, "bwrap"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return folder;
  };

  it("finds nothing where nothing is installed, and says so", async () => {
    expect(await probeConfinement("/nonexistent:relative")).toEqual({
      kind: "none",
      reason: "bubblewrap is not installed; unshare and setpriv are not installed",
    });
  });

  it("says why, when bubblewrap is installed but may not make namespaces", async () => {
    const folder = only('[ "$1" = --version ] && echo "bubblewrap 0.8.0" && exit; echo "No permissions" >&2; exit 1');
    expect(await probeConfinement(folder)).toMatchObject({
      kind: "none",
      reason: expect.stringContaining("bubblewrap does not work here (No permissions"),
    });
  });

  it("takes bubblewrap when a confined command ran, and knows what this version can", async () => {
    const of = (version: string) => only(`[ "$1" = --version ] && echo "bubblewrap ${version}"; exit 0`);
    const old = of("0.7.9");
    expect(await probeConfinement(`/nonexistent:${old}`)).toEqual({
      kind: "bubblewrap",
      bwrap: path.join(old, "bwrap"),
      disableUserns: false,
    });
    expect(await probeConfinement(of("0.9.1"))).toMatchObject({ disableUserns: true });
  });

  it("leaves nothing in the temporary folder", async () => {
    const temporary = mkdtempSync(path.join(root, "tmp-"));
    const before = process.env.TMPDIR;
    process.env.TMPDIR = temporary;
    await probeConfinement(only("echo 1.2.3")).finally(() => {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
    });
    expect(readdirSync(temporary)).toEqual([]);
  });
});

const ENV = { PATH: "/usr/local/bin:/usr/bin:/bin", HOME: "/tmp", LANG: "C.UTF-8" };
const quoted = (script: string) => `'${script.replaceAll("'", `'\\''`)}'`;

function execute(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(file, args, { env: { ...env } }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: `${stdout}${stderr}`.trim() }),
    );
  });
}

/** The same promises, whatever keeps them here. Where a confinement does not work these cannot run, and are skipped by its name. */
describe.each(CONFINEMENTS)("a command confined by $name", ({ needs, by }) => {
  const run = (script: string, extra: Partial<CandidateCommand> = {}): Promise<{ code: number; output: string }> => {
    const command = confine(by, {
      ...BARE,
      script: `exec bash -c ${quoted(script)}`,
      cwd: workFolder,
      env: ENV,
      ...extra,
    });
    return execute(command.file, command.args, command.env);
  };
  const test = needing(needs);

  test("works in its folder and can write there", async () => {
    expect(await run("pwd; echo made > here && cat here; rm here")).toEqual({ code: 0, output: `${workFolder}\nmade` });
  });

  it.each([
    ["in the system", () => "touch /usr/beside"],
    ["at the root", () => "touch /beside"],
    ["in a readable folder", () => `touch ${root}/tool/new`],
    ["what a readable folder holds", () => `echo changed > ${root}/tool/data`],
    ["to the settings of the kernel", () => "test -w /proc/sys/kernel/core_pattern"],
  ])("cannot write %s", { tags: [...needs] }, async (_, script) => {
    expect((await run(script(), { readable: [path.join(root, "tool")] })).code).not.toBe(0);
    expect(readFileSync(path.join(root, "tool", "data"), "utf8")).toBe("tool data");
  });

  test("can only read what is sealed, and fills its caches for itself alone", async () => {
    const sealed = path.join(workFolder, "node_modules");
    await run("mkdir -p node_modules/.cache; printf installed > node_modules/data");
    const more = { sealed: [sealed], scratch: [path.join(sealed, ".cache")] };
    const { output } = await run(
      "cat node_modules/data; touch node_modules/data node_modules/new; touch node_modules/.cache/y && echo cached",
      more,
    );
    expect(output).toMatch(/^installedcached\n(?:touch: .*Read-only file system\n?){2}$/);
    expect(existsSync(path.join(sealed, ".cache", "y"))).toBe(false);
    rmSync(sealed, { recursive: true });
  });

  // Only root can mount something; it does so where nobody else sees it.
  it.skipIf(process.getuid?.() !== 0)(
    "cannot write what is mounted below a readable folder",
    { tags: [...needs] },
    async () => {
      const tool = path.join(root, "tool");
      const below = path.join(tool, "below");
      mkdirSync(below);
      const { file, args, env } = confine(by, {
        ...BARE,
        script: `ls ${below}; touch ${below}/new`,
        cwd: workFolder,
        env: ENV,
        readable: [tool],
      });
      const mounted = `mount -t tmpfs -o mode=777 below ${below} && touch ${below}/there && exec "$@"`;
      const { code, output } = await execute("unshare", ["--mount", "sh", "-c", mounted, "sh", file, ...args], {
        ...env,
        PATH: process.env.PATH ?? "",
      });
      expect(output).toMatch(/^there\ntouch: .*Read-only file system$/);
      expect(code).not.toBe(0);
      rmSync(below, { recursive: true });
    },
  );

  test("has a temporary folder of its own, which goes with it", async () => {
    expect((await run(`touch ${root}/beside /tmp/beside`)).code).toBe(0);
    expect(existsSync(path.join(root, "beside"))).toBe(false);
    expect((await run("ls -A /tmp/beside")).code).not.toBe(0);
  });

  test("sees nothing else of the temporary folder, but what it may read", async () => {
    expect((await run(`ls ${root}`)).output).toBe("work");
    expect((await run(`cat ${root}/secret`)).code).not.toBe(0);
    expect((await run(`cat ${root}/tool/data`, { readable: [path.join(root, "tool")] })).output).toBe("tool data");
  });

  test("sees no home and no password hashes", async () => {
    expect((await run("echo /root /home /etc/shadow* $HOME; ls -d /root /home /etc/shadow 2>/dev/null")).output).toBe(
      "/root /home /etc/shadow* /tmp",
    );
  });

  test("has only the variables it is given, and finds no others in its neighbours", async () => {
    const { output } = await run(
      "cat /proc/[0-9]*/environ 2>/dev/null | tr '\\0' '\\n' | cut -d= -f1 | sort -u | xargs",
      {
        env: { ...ENV, GIVEN: "1" },
      },
    );
    expect(output.split(" ").filter((name) => !["PWD", "SHLVL", "_", "OLDPWD"].includes(name))).toEqual([
      "GIVEN",
      "HOME",
      "LANG",
      "PATH",
    ]);
  });

  test("sees no process but its own", async () => {
    expect(Number((await run("ls /proc | grep -c '^[0-9]*$'")).output)).toBeLessThan(10);
  });

  test("is an unprivileged user, and can become no other", async () => {
    expect((await run("id -u; grep CapEff /proc/self/status; grep NoNewPrivs /proc/self/status")).output).toMatch(
      /^[1-9]\d+\nCapEff:\s+0+\nNoNewPrivs:\s+1$/,
    );
    expect((await run("unshare --user --map-root-user true")).code).not.toBe(0);
  });

  test("reaches the network only when it is asked for", async () => {
    const server = createServer((_, response) => response.end("reached"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const knock = `exec 3<>/dev/tcp/127.0.0.1/${port} && printf 'GET / HTTP/1.0\\r\\n\\r\\n' >&3 && tail -1 <&3`;
    expect((await run(knock)).code).not.toBe(0);
    expect((await run(knock, { network: true })).output).toBe("reached");
    await new Promise((resolve) => server.close(resolve));
  });

  test("has a loopback network of its own: tests start servers", async () => {
    const script = `node -e 'const server = require("node:http").createServer((_, response) => response.end("own"));
      server.listen(0, "127.0.0.1", async () => {
        console.log(await (await fetch("http://127.0.0.1:" + server.address().port)).text());
        process.exit();
      });'`;
    const readable = [path.dirname(process.execPath)];
    const env = { ...ENV, PATH: `${path.dirname(process.execPath)}:${ENV.PATH}` };
    expect(await run(script, { readable, env })).toEqual({ code: 0, output: "own" });
  });

  test("returns its exit code, and a signal as a shell would", async () => {
    expect((await run("exit 7")).code).toBe(7);
    expect((await run("kill -TERM $$")).code).toBe(143);
  });
});
