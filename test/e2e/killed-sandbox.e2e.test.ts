import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { draw } from "../../src/sandbox/faults/draw.js";
import { repeated } from "../support/done-twice.js";
import { stateOnDisk } from "../support/kept-state.js";
import { buildWhileKilled } from "../support/killed/build-while-killed.js";
import type { KillPoint } from "../support/killed/kill-at-write.js";
import { startKilledSandbox } from "../support/killed/killed-sandbox.js";
import { openScriptFolder } from "../support/script-folder.js";
import { scriptedAnswers } from "../support/scripted-answers.js";
import { SPEC_TEXT } from "../support/scripted-product.js";
import { brokenInvariants } from "../support/state-invariants.js";
import { smoothAnswers, toy, toyTask } from "../support/toy-modules.js";

/** Another seed is another sample: `KILL_SEED=7`. */
const SEED = Number(process.env.KILL_SEED ?? 1);
const KILLS = 20;
/** So many writes a life has at most. The whole product takes several hundred: the last life ends before it does. */
const LONGEST_LIFE = 25;

const HOW = ["before", "torn", "after"] as const satisfies readonly KillPoint["how"][];

function killPoints(seed: number): KillPoint[] {
  return Array.from({ length: KILLS }, (_, life) => ({
    write: 1 + Math.floor(draw(seed, "write", life) * LONGEST_LIFE),
    how: HOW[Math.floor(draw(seed, "how", life) * HOW.length)] ?? "before",
  }));
}

it(`the sandbox builds and releases a product with nothing twice, killed ${KILLS} times with everything that belongs to it (seed ${SEED})`, async () => {
  const script = openScriptFolder(smoothAnswers([toyTask(1, [toy("alpha", 1)])]));
  const model = await scriptedAnswers(script.folder);
  const sandbox = await startKilledSandbox({ model: model.url, spec: SPEC_TEXT, kills: killPoints(SEED) });
  try {
    await buildWhileKilled(sandbox);
    await sandbox.stop();
    expect(sandbox.kills()).toBe(KILLS);
    expect(sandbox.said().filter((line) => /^\[forge\] (?:500|broken|run \d+ broke) /.test(line))).toEqual([]);
    const [repository] = stateOnDisk(sandbox.data).repositories.values();
    if (repository === undefined) throw new Error("the sandbox has lost its repository");
    expect(repeated(repository)).toEqual([]);
    expect([...repository.releases.values()].map(({ tagName }) => tagName)).toEqual(["v1.0.0"]);
    const pulls = [...repository.pulls.values()];
    expect(pulls.map(({ head, mergedAt }) => `${head.ref} ${mergedAt === null ? "open" : "merged"}`)).toEqual([
      "factory/setup merged",
      "factory/spec-2 merged",
      "factory/T-pillar-1-epic-1-story-1-001 merged",
      expect.stringMatching(/^factory\/release.* merged$/),
    ]);
    const git = (...args: string[]) =>
      execFileSync("git", ["-C", join(sandbox.data, "repositories", `${repository.id}.git`), ...args], {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "pipe"],
      });
    git("fsck", "--strict", "--no-dangling");
    expect(git("tag").trim()).toBe("v1.0.0");
    const subjects = git("log", "--format=%s", "main").trim().split("\n");
    expect(subjects).toEqual([...new Set(subjects)]);
    const state = await brokenInvariants(
      git("rev-parse", "--absolute-git-dir").trim(),
      git("rev-parse", "factory/state").trim(),
    );
    expect(state.broken).toEqual([]);
  } finally {
    await sandbox.stop();
    await model.close();
    script.remove();
    sandbox.remove();
  }
});
