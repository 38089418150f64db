import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PRESETS_FOLDER } from "../../../src/gates/presets/load-presets.js";
import { benchSettings } from "../../../src/gates/run/bench-settings.js";
import type { Confinement } from "../../../src/gates/run/confine.js";
import { openWorkbench, type Workbench } from "../../../src/gates/run/workbench.js";
import { CONFINEMENTS, needing, type TriedConfinement } from "../../support/confinements.js";
import { createTempRepository, type TempRepository } from "../../support/temp-repository.js";

const UNCONFINED: Confinement = { kind: "none", reason: "a test asked for it" };
const TRIED: readonly TriedConfinement[] = [...CONFINEMENTS, { name: "nothing", needs: [], by: UNCONFINED }];

let repository: TempRepository;
const opened: Workbench[] = [];
beforeEach(() => {
  repository = createTempRepository();
});
afterEach(async () => {
  for (const bench of opened.splice(0)) await bench.close();
  repository.remove();
});

async function open(confinement: Confinement, files: Record<string, string> = { "README.md": "a\n" }) {
  const tree = repository.commit(files);
  const settings = { ...(await benchSettings(process.env, PRESETS_FOLDER)), confinement };
  const bench = await openWorkbench({ gitDir: join(repository.folder, ".git"), tree }, settings);
  opened.push(bench);
  return bench;
}

describe.each(TRIED)("a workbench, commands confined by $name", ({ needs, by }) => {
  const test = needing(needs);

  test("makes npm work offline without a network, so that it does not wait for one", async () => {
    const bench = await open(by);
    const told = async (network: boolean) => (await bench.run('echo "[$npm_config_offline]"', { network })).stdout;
    expect([await told(true), await told(false)]).toEqual(["[]\n", "[true]\n"]);
  });

  test("lets a command change every file and fill every folder, and puts all of it back", async () => {
    const bench = await open(by, { "src/deep/a.js": "a\n", "bin/run": "#!/bin/sh\necho ran\n" });
    await bench.write("src/added.js", "added\n");
    const script =
      "echo b > src/deep/a.js && echo c > src/deep/c && echo d >> src/added.js && mkdir -p dist/x && echo e > dist/x/e";
    expect((await bench.run(`${script} && cat src/deep/a.js src/added.js && sh bin/run`)).stdout).toBe(
      "b\nadded\nd\nran\n",
    );
    await bench.restore();
    expect((await bench.run("find . -type f | sort; cat src/deep/a.js")).stdout).toBe(
      "./bin/run\n./src/deep/a.js\na\n",
    );
  });

  test("reads a report that a command wrote", async () => {
    const bench = await open(by);
    const report = await bench.newReport();
    await bench.run(`echo '{"passed":1}' > ${report}`);
    expect(await bench.readReports(report)).toEqual(['{"passed":1}\n']);
  });
});

it("a workbench takes what an unconfined command leaves in its temporary folder with it", async () => {
  const bench = await open(UNCONFINED);
  const { stdout } = await bench.run('echo left > "$TMPDIR/left" && echo "$TMPDIR/left"');
  const left = stdout.trim();
  expect(existsSync(left)).toBe(true);
  await bench.close();
  expect(existsSync(left)).toBe(false);
});

describe.each(CONFINEMENTS)("a workbench, commands confined by $name", ({ needs, by }) => {
  const test = needing(needs);

  test("is closed to everybody else on the machine, and to other benches", async () => {
    const [bench, other] = [await open(by), await open(by)];
    await other.write("secret", "of another bench");
    const root = dirname(bench.folder);
    expect(statSync(root).mode & 0o077).toBe(0);
    const { stdout } = await bench.run(`ls ${root}; cat ${other.folder}/secret ${root}/index 2>/dev/null; echo end`);
    expect(stdout).toBe("home\nout\nwork\nend\n");
  });

  test("keeps installed packages as they are, once they are sealed", async () => {
    const bench = await open(by);
    await bench.run("mkdir -p node_modules/pkg && echo one > node_modules/pkg/index.js");
    await bench.sealInstalled();
    const { stdout } = await bench.run(
      "echo two > node_modules/pkg/index.js; mkdir node_modules/.cache/x && echo cached; cat node_modules/pkg/index.js",
    );
    expect(stdout).toBe("cached\none\n");
    expect(existsSync(join(bench.folder, "node_modules/.cache/x"))).toBe(false);
  });

  test("cannot reach a folder of the job, however it tries", async () => {
    const job = realpathSync(mkdtempSync(join(tmpdir(), "factory-test-job-")));
    try {
      writeFileSync(join(job, "report.json"), "made by the judge");
      const bench = await open(by);
      const attempts = [
        `echo forged > ${job}/report.json`,
        `ln -s ${job}/report.json link; echo forged > link`,
        `mkdir -p ${job}; echo forged > ${job}/report.json`,
        `cd /proc/1/root${job} && echo forged > report.json`,
        `setsid -f sh -c 'for i in 1 2 3 4 5; do echo forged > ${job}/report.json; sleep 0.05; done'`,
      ];
      for (const attempt of attempts) await bench.run(attempt);
      expect(readFileSync(join(job, "report.json"), "utf8")).toBe("made by the judge");
    } finally {
      rmSync(job, { recursive: true });
    }
  });
});
