import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PRESETS_FOLDER } from "../../../src/gates/presets/load-presets.js";
import { benchSettings } from "../../../src/gates/run/bench-settings.js";
import type { Confinement } from "../../../src/gates/run/confine.js";
import { runTests } from "../../../src/gates/run/run-tests.js";
import { openWorkbench, type Workbench } from "../../../src/gates/run/workbench.js";
import { CONFINEMENTS, needing, type TriedConfinement } from "../../support/confinements.js";
import { createTempRepository, type TempRepository } from "../../support/temp-repository.js";

const UNCONFINED: Confinement = { kind: "none", reason: "a test asked for it" };
const TRIED: readonly TriedConfinement[] = [...CONFINEMENTS, { name: "nothing", needs: [], by: UNCONFINED }];

let repository: TempRepository;
let outside: string;
let bench: Workbench;
beforeEach(() => {
  repository = createTempRepository();
  outside = realpathSync(mkdtempSync(join(tmpdir(), "factory-test-outside-")));
});
afterEach(async () => {
  await bench.close();
  repository.remove();
  rmSync(outside, { recursive: true });
});

async function open(by: Confinement, files: Record<string, string>): Promise<void> {
  const tree = repository.commit(files);
  const settings = { ...(await benchSettings(process.env, PRESETS_FOLDER)), confinement: by };
  bench = await openWorkbench({ gitDir: join(repository.folder, ".git"), tree }, settings);
}

describe.each(TRIED)("a command that plants files, confined by $name", ({ needs, by }) => {
  const test = needing(needs);

  test("leaves none for the next one: no ignored file, no link, none at home, none in a closed folder", async () => {
    await open(by, { ".gitignore": "*.o\ndist/\nnode_modules/\n", "src/a.txt": "a\n" });
    await bench.sealInstalled();
    await bench.run(`echo x > a.o; mkdir -p dist node_modules/left && echo x > dist/x && ln -s / dist/link && ln -s /etc src/link.o
      echo 'alias node=false' > "$HOME/.profile"; mkdir -p "$HOME/.config/git" && ln -s /etc "$HOME/venv"
      mkdir -p dist/closed/in && chmod 0 dist/closed`);
    await bench.restore();
    const { stdout } = await bench.run('find . -mindepth 1 ! -name ".gitignore" | sort; find "$HOME" -mindepth 1');
    expect(stdout).toBe("./src\n./src/a.txt\n");
  });

  test("changes nothing of what set-up left for all of them", async () => {
    await open(by, { ".gitignore": "generated/\n", "a.txt": "a\n" });
    await bench.run(
      `mkdir -p generated/deep "$HOME/.cache" && echo one | tee generated/deep/x "$HOME/.cache/x" "$HOME/venvs" >"$HOME/y"`,
    );
    await bench.sealInstalled();
    await bench.run(`echo two | tee generated/deep/x generated/new "$HOME/.cache/x" >/dev/null; rm "$HOME/y"`);
    await bench.restore();
    const { stdout } = await bench.run('cat generated/deep/x "$HOME/.cache/x" "$HOME/y"; ls generated');
    expect(stdout).toBe("one\none\none\ndeep\n");
  });

  test("leads the judge nowhere by a link, wherever it lies", async () => {
    await open(by, { "test/a.txt": "a\n" });
    writeFileSync(join(outside, "kept"), "kept");
    await bench.run(`ln -s ${outside}/kept test/canary.txt; ln -s ${outside} made; rm -r test/a.txt; ln -s ${outside}/new test/a.txt
      mkdir -p node_modules && ln -s ${outside}/cache node_modules/.cache`);
    for (const file of ["test/canary.txt", "made/kept", "made/deep/kept", "test/a.txt"])
      await bench.write(file, "the judge's");
    await bench.remove("made/kept");
    await bench.sealInstalled();
    expect(readFileSync(join(outside, "kept"), "utf8")).toBe("kept");
    expect(readdirSync(outside)).toEqual(["kept"]);
    expect(existsSync(join(bench.folder, "made/deep/kept"))).toBe(true);
  });

  const HIDING = (ending: string) => `const fs = require("node:fs");
    const other = __dirname + "/z.test.js";
    const honest = fs.readFileSync(other);
    fs.writeFileSync(other, 'require("node:test")("adds", () => {});');
    ${ending}`;
  const TESTS = {
    "a.test.js": 'require("./evil.js"); require("node:test")("is there", () => {});',
    "z.test.js": 'require("node:test")("adds", () => { throw new Error("regression"); });',
  };
  const runner = { format: "tap", report: "stdout" } as const;
  const asked = { runner, testFiles: [], presetsFolder: PRESETS_FOLDER, canaries: [] };
  const all = `for file in a z; do '${process.execPath}' --test --test-reporter=tap $file.test.js; done`;

  it.each([
    ["leaves it so", ""],
    ["moves it aside instead", 'fs.renameSync(other, other + ".old"); fs.renameSync(other + ".old", other);'],
  ])("that hides another test's failure is not believed when it %s", { tags: [...needs] }, async (_, ending) => {
    await open(by, { ...TESTS, "evil.js": HIDING(ending) });
    const { reported } = await runTests(bench, { ...asked, command: all });
    expect(reported).toMatchObject({
      ok: false,
      refusal: { code: "tests-changed-files", details: { changes: ["z.test.js"] } },
    });
  });

  test("is not believed either when it puts everything back before it ends", async () => {
    await open(by, { ...TESTS, "evil.js": HIDING("") });
    const command = `cp -p z.test.js /tmp/honest-$$; ${all}; cat /tmp/honest-$$ > z.test.js; touch -r /tmp/honest-$$ z.test.js; rm /tmp/honest-$$`;
    const { reported } = await runTests(bench, { ...asked, command });
    expect(reported).toMatchObject({ ok: false, refusal: { code: "tests-changed-files" } });
  });

  test("is believed when it only writes what is not tracked", async () => {
    await open(by, {
      "a.test.js": 'require("node:fs").writeFileSync("out.txt", "x"); require("node:test")("is there", () => {});',
    });
    const command = `'${process.execPath}' --test --test-reporter=tap a.test.js`;
    const { reported } = await runTests(bench, { ...asked, command });
    expect(reported.ok && reported.value.tests.map(({ status }) => status)).toEqual(["passed"]);
  });
});
