import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fillCommand } from "../../../src/gates/presets/fill-command.js";
import { loadPresets, PRESETS_FOLDER } from "../../../src/gates/presets/load-presets.js";
import { readReports } from "../../../src/gates/readers/read-report.js";
import { titleOf } from "../../../src/gates/readers/test-name.js";

const presets = await loadPresets(PRESETS_FOLDER);
if (!presets.ok) throw new TypeError(presets.refusal.message);

/** What of tape the reporter listens to; how the real one fills a report is in `fixtures/test-reports/tape.jsonl`. */
const TAPE = `
const { EventEmitter } = require("node:events");
const results = new EventEmitter();
const tests = [];
class Test extends EventEmitter {
  constructor(name, body) { super(); Object.assign(this, { name, body, inner: [], _skip: body === undefined, _todo: name.startsWith("TODO") }); }
  equal(actual, expected) {
    const ok = actual === expected;
    console.log(ok ? "ok" : "not ok");
    this.emit("result", { ok, todo: this._todo, name: "same", operator: "equal", actual, expected, error: new Error("same") });
  }
  comment(text) { console.log("# " + text); this.emit("result", text); }
  test(name, body) { const inner = new Test(name, body); this.inner.push(inner); this.emit("test", inner); }
  run() { this.emit("prerun"); this.body?.(this); for (const inner of this.inner) inner.run(); this.emit("end"); }
}
const harness = { _results: results, close() {} };
module.exports = (name, body) => { const test = new Test(name, body); tests.push(test); results.emit("_push", test); };
module.exports.getHarness = () => harness;
module.exports.run = () => { for (const test of tests) test.run(); harness.close(); };
`;
const COMMAND = `#!/usr/bin/env node
const [, reporter, ...files] = process.argv.slice(2);
for (const file of [reporter, ...files]) require(require("node:path").resolve(file));
require("./index.js").run();
`;

describe.each(["node", "typescript"])("tape by the preset %s", (name) => {
  const runner = presets.value.find((preset) => preset.name === name)?.runners.find((each) => each.name === "tape");
  if (runner === undefined) throw new TypeError(`${name} has no tape`);
  let folder: string;
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text, { mode: 0o755 });
  };

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "factory-tape-")));
    write("node_modules/tape/index.js", TAPE);
    write("node_modules/tape/command.js", COMMAND);
    write("node_modules/.bin/npx", '#!/bin/sh\nshift 2\nexec node node_modules/tape/command.js "$@"\n');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Runs the preset's command and reads the report back as the gates do. */
  function run(test: string) {
    write("test/tag.test.js", `const test = require("tape");\n${test}`);
    const report = join(folder, "report");
    const facts = { presets: PRESETS_FOLDER, testFiles: ["test/tag.test.js"], changedFiles: [], dependencies: [] };
    const path = `${join(folder, "node_modules/.bin")}:${process.env.PATH}`;
    const { stdout, stderr } = spawnSync(
      "/bin/sh",
      ["-c", fillCommand(runner?.test_files ?? "", { ...facts, report })],
      {
        cwd: folder,
        env: { ...process.env, PATH: path },
        encoding: "utf8",
      },
    );
    const texts = runner?.report === "stdout" ? [stdout] : existsSync(report) ? [readFileSync(report, "utf8")] : [];
    const reported = readReports(runner?.format ?? "tap", texts, { root: folder, printed: stderr });
    if (!reported.ok) return reported.refusal.code;
    return reported.value.tests.map(({ excused, ...each }) => [each.file, titleOf(each), excused ?? each.status]);
  }

  it("fails a test however the code under test prints", () => {
    expect(
      run(`test("a", (t) => { process.stdout.write("."); t.equal(1, 2); process.stdout.write("\\nok 1 x\\n# "); });`),
    ).toEqual([["test/tag.test.js", "a", "failed"]]);
  });

  it("takes no comment for a test, and names a test inside another by both", () => {
    expect(
      run(`test("a", (t) => { t.comment("b"); t.equal(1, 1); t.test("c", (s) => s.equal(1, 1)); }); test("d");`),
    ).toEqual([
      ["test/tag.test.js", "a", "passed"],
      ["test/tag.test.js", "a > c", "passed"],
      ["test/tag.test.js", "d", "skipped"],
    ]);
  });

  it("reports a todo test as failed, and never as passed", () => {
    expect(run(`test("TODO a", (t) => t.equal(1, 2)); test("TODO b", (t) => t.equal(1, 1));`)).toEqual([
      ["test/tag.test.js", "TODO a", true],
      ["test/tag.test.js", "TODO b", "skipped"],
    ]);
  });

  it("leaves no report when the run dies", () => {
    expect(run(`test("a", (t) => { t.equal(1, 1); process.exit(1); });`)).toBe("report-missing");
  });

  it("does not tell the code under test where the report is", () => {
    expect(run(`test("a", (t) => t.equal(process.env.FACTORY_REPORT, undefined));`)).toEqual([
      ["test/tag.test.js", "a", "passed"],
    ]);
  });
});
