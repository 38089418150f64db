import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";

/** Through npm, as it is told to be typed. */
const npmRun = (...args: string[]) =>
  spawnSync("npm", ["run", "--silent", ...args], {
    encoding: "utf8",
    env: { PATH: process.env.PATH, HOME: tmpdir(), TMPDIR: tmpdir(), npm_config_update_notifier: "false" },
  });

describe("a script that takes as long as it is told to", () => {
  it("npm run bench measures what it is asked for", () => {
    const { status, stdout, stderr } = npmRun("bench", "--", "state");
    expect(stderr).toMatch(/^state: .*; about ten seconds\n(?:state: .*\n)+$/);
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^state, in \d+ s\n {2}before: (?:quiet|under load): .*\n {2}after: {2}(?:quiet|under load): /,
    );
    expect(stdout).toMatch(/^open a state, 100 tasks +[\d.]+ ns\/\(task\+edge\) +no goal /m);
  });

  it("npm run soak plays a part for as long as it is told", () => {
    const { status, stdout, stderr } = npmRun("soak", "--", "fuzz", "--minutes", "0.005");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const { stdout: help } = npmRun("soak", "--", "--help");
    for (const part of ["attack", "burst", "crashes", "faults", "fuzz", "properties", "races", "replicas"])
      expect(help).toMatch(new RegExp(`PART .*\\b${part}\\b`));
    expect(stdout).toMatch(/^fuzz: [1-9]\d* texts for \d+ parsers, nothing found\nfuzz: held, in .*\nThe part held\n$/);
  });
});
