import { describe, expect, it } from "vitest";
import type { CommandResult } from "../../../src/domain/gates/gate-report.js";
import { judgeResolution } from "../../../src/features/packages/judge-resolution.js";

const REGISTRY = "https://registry.npmjs.org";
const HASH = `sha512-${"a".repeat(86)}==`;

type Json = Record<string, unknown>;
const entry = (name: string, version: string, more: Json = {}): Json => ({
  version,
  resolved: `${REGISTRY}/${name}/-/${name.split("/").at(-1)}-${version}.tgz`,
  integrity: HASH,
  ...more,
});

/** A project with one package in use, and the same after `pad` was added, which needs `core`. */
const manifest = (dependencies: Json, more: Json = {}): Json => ({
  name: "product",
  version: "1.0.0",
  dependencies,
  ...more,
});
const lock = (dependencies: Json, packages: Json, more: Json = {}): Json => ({
  name: "product",
  lockfileVersion: 3,
  packages: { "": { name: "product", version: "1.0.0", dependencies }, ...packages },
  ...more,
});
const OLD = { "node_modules/old": entry("old", "1.0.0") };
const BEFORE = { manifest: manifest({ old: "^1.0.0" }), lock: lock({ old: "^1.0.0" }, OLD) };
const NOW = { old: "^1.0.0", pad: "^2.1.0" };
const PAD = entry("pad", "2.1.0", { dependencies: { core: "^1.0.0" } });
const GOOD = { ...OLD, "node_modules/pad": PAD, "node_modules/core": entry("core", "1.4.0") };

const ran = (command: Partial<CommandResult> = {}): CommandResult => ({
  name: "resolve",
  command: "npm install --package-lock-only --ignore-scripts pad@^2.0.0",
  required: true,
  status: "PASSED",
  exit_code: 0,
  duration_ms: 1,
  output: "",
  ...command,
});

type Handed = {
  manifest?: Json;
  lock?: Json;
  extra?: Record<string, string>;
  command?: Partial<CommandResult>;
  npmrc?: string;
  before?: typeof BEFORE;
  range?: string;
};

function judge({ manifest: now = manifest(NOW), lock: locked = lock(NOW, GOOD), ...rest }: Handed) {
  const { extra = {}, command, npmrc, before = BEFORE, range = "^2.0.0" } = rest;
  const stood = new Map(
    Object.entries({
      "package.json": JSON.stringify(before.manifest),
      "package-lock.json": JSON.stringify(before.lock),
    }),
  );
  if (npmrc !== undefined) stood.set(".npmrc", npmrc);
  const files = { "package.json": JSON.stringify(now), "package-lock.json": JSON.stringify(locked), ...extra };
  return judgeResolution({
    declared: [{ name: "pad", range, why: "pads texts" }],
    report: {
      commands: [ran(command)],
      resolved_files: Object.entries(files).map(([path, text]) => ({ path, text })),
    },
    before: (path) => stood.get(path),
  });
}

const withPad = (pad: Json, more: Json = {}) => lock(NOW, { ...GOOD, "node_modules/pad": { ...PAD, ...pad }, ...more });

describe("the result of resolving declared packages", () => {
  it("is accepted if it is the declared package and its dependencies, hashed, from the registry in use", () => {
    expect(judge({})).toEqual({
      problems: [],
      added: [
        { name: "pad", version: "2.1.0", runs_scripts: false },
        { name: "core", version: "1.4.0", runs_scripts: false },
      ],
    });
  });

  it("may be nested, be bundled, bring peers, and move what was in use already", () => {
    const packages = {
      "node_modules/old": entry("old", "2.0.0"),
      "node_modules/pad": entry("pad", "2.1.0", {
        dependencies: { old: "^2.0.0", "@scope/in": "1.0.0" },
        peerDependencies: { peer: "*" },
        bundleDependencies: ["@scope/in"],
      }),
      "node_modules/pad/node_modules/@scope/in": { version: "1.0.0", inBundle: true },
      "node_modules/peer": entry("peer", "3.0.0"),
      "node_modules/user/node_modules/old": entry("old", "1.0.0"),
    };
    expect(judge({ lock: lock(NOW, packages) }).problems).toEqual([]);
  });

  it.each([
    [
      "in the project itself",
      { inBundle: true, resolved: "https://evil.example/pad/-/pad-2.1.0.tgz", integrity: undefined },
    ],
    ["without an address", { inBundle: true, resolved: undefined, integrity: undefined }],
  ])("is not believed to be bundled %s: npm would fetch it without a hash", (_where, change) => {
    expect(judge({ lock: withPad(change) }).problems).toContain("pad@2.1.0 has no integrity hash");
  });

  it.each(["@evil/pad", "%40evil/pad", "@evil%2fpad"])("is not what %s is: anybody may publish that", (other) => {
    const resolved = `${REGISTRY}/${other}/-/pad-2.1.0.tgz`;
    expect(judge({ lock: withPad({ resolved }) }).problems).toEqual([
      `pad@2.1.0 comes from ${resolved}, which is another package's address`,
    ]);
  });

  it("is judged by its address when it is bundled in a package and has one of its own", () => {
    const inside = { version: "1.0.0", inBundle: true, resolved: "https://evil.example/in/-/in-1.0.0.tgz" };
    const packages = {
      "node_modules/pad": entry("pad", "2.1.0", { dependencies: { in: "1.0.0" }, bundleDependencies: ["in"] }),
      "node_modules/pad/node_modules/in": inside,
    };
    expect(judge({ lock: lock(NOW, packages) }).problems).toEqual([
      "in@1.0.0 has no integrity hash",
      "in@1.0.0 comes from https://evil.example, which is not in use here",
    ]);
  });

  it("names the packages with install scripts", () => {
    const { problems, added } = judge({ lock: withPad({ hasInstallScript: true }) });
    expect(problems).toEqual([]);
    expect(added.filter(({ runs_scripts }) => runs_scripts)).toEqual([
      { name: "pad", version: "2.1.0", runs_scripts: true },
    ]);
  });

  it("may come from another registry that the project's .npmrc or lock file names", () => {
    const elsewhere = withPad({ resolved: "http://127.0.0.1:4873/pad/-/pad-2.1.0.tgz" });
    expect(judge({ lock: elsewhere }).problems).toHaveLength(1);
    const own = { ...GOOD, "node_modules/pad": { ...PAD, resolved: "http://127.0.0.1:4873/pad/-/pad-2.1.0.tgz" } };
    const core = { ...entry("core", "1.4.0"), resolved: "http://127.0.0.1:4873/core/-/core-1.4.0.tgz" };
    const all = lock(NOW, { ...own, "node_modules/core": core });
    expect(judge({ lock: all, npmrc: "registry=http://127.0.0.1:4873/\n" }).problems).toEqual([]);
  });

  it.each<[string, Handed, RegExp]>([
    [
      "a package that nobody declared or needs",
      { lock: lock(NOW, { ...GOOD, "node_modules/stowaway": entry("stowaway", "1.0.0") }) },
      /^stowaway@1\.0\.0 is new, but was not declared/,
    ],
    [
      "another version of a package in use that nothing declared needs",
      { lock: lock(NOW, { ...GOOD, "node_modules/old": entry("old", "1.9.9") }) },
      /^old@1\.9\.9 is new/,
    ],
    ["no hash", { lock: withPad({ integrity: undefined }) }, /^pad@2\.1\.0 has no integrity hash/],
    [
      "a hash that can be forged",
      { lock: withPad({ integrity: "sha1-qqqqqqqqqqqqqqqqqqqqqqqqqqo=" }) },
      /not a strong one/,
    ],
    [
      "a registry that is not in use",
      { lock: withPad({ resolved: "https://registry.example.com/pad/-/pad-2.1.0.tgz" }) },
      /comes from https:\/\/registry\.example\.com, which is not in use here/,
    ],
    [
      "the registry's host over plain HTTP",
      { lock: withPad({ resolved: "http://registry.npmjs.org/pad/-/pad-2.1.0.tgz" }) },
      /not in use here/,
    ],
    [
      "another package's archive",
      { lock: withPad({ resolved: `${REGISTRY}/evil/-/evil-2.1.0.tgz` }) },
      /another package's address/,
    ],
    [
      "a git address",
      { lock: withPad({ resolved: "git+ssh://git@example.com/pad.git#abc" }) },
      /git\+ssh:\/\/\*\*\*@example\.com.*no registry/,
    ],
    ["a file", { lock: withPad({ resolved: "file:../pad" }) }, /no registry/],
    ["a link to a folder", { lock: withPad({ link: true }) }, /a folder of its own/],
    ["an alias", { lock: withPad({ name: "evil" }) }, /alias of evil/],
    ["a version outside the declared range", { range: "^3.0.0" }, /pad@2\.1\.0 is not in the declared range \^3\.0\.0/],
    ["a tag for a range", { range: "latest" }, /"latest" is no range/],
    [
      "another dependency in the manifest",
      { manifest: manifest({ ...NOW, more: "1.0.0" }), lock: lock({ ...NOW, more: "1.0.0" }, GOOD) },
      /something else than the declared packages was changed/,
    ],
    [
      "a script in the manifest",
      { manifest: manifest(NOW, { scripts: { test: "true" } }) },
      /something else than the declared/,
    ],
    [
      "an override in the manifest",
      { manifest: manifest(NOW, { overrides: { old: "npm:evil" } }) },
      /something else than the declared/,
    ],
    [
      "an address in the manifest",
      {
        manifest: manifest({ ...NOW, pad: "https://example.com/pad.tgz" }),
        lock: lock({ ...NOW, pad: "https://example.com/pad.tgz" }, GOOD),
      },
      /is no range of versions/,
    ],
    [
      "a lock file for another manifest",
      { lock: lock({ ...NOW, more: "1.0.0" }, GOOD) },
      /something else than package\.json says/,
    ],
    [
      "an older tree that tells another story",
      {
        lock: lock(NOW, GOOD, {
          lockfileVersion: 2,
          dependencies: { pad: { version: "2.1.0", resolved: "https://example.com/pad.tgz", integrity: HASH } },
        }),
      },
      /another pad@2\.1\.0 than "packages"/,
    ],
    ["a lock file of the oldest kind", { lock: { lockfileVersion: 1, dependencies: {} } }, /must be 2 or 3/],
    [
      "a declared package that is missing",
      { lock: lock(NOW, OLD) },
      /pad was declared and is not in package-lock\.json/,
    ],
    ["another file", { extra: { "pnpm-lock.yaml": "" } }, /^pnpm-lock\.yaml was handed in/],
    ["what is no JSON", { extra: { "package-lock.json": "<<<" } }, /package-lock\.json is not JSON/],
    [
      "a command that was not run",
      { command: { command: "", status: "NOT_RUN", output: "nothing confines it" } },
      /^nothing confines it$/,
    ],
    ["a command that failed", { command: { status: "FAILED", output: "404 Not Found" } }, /failed: 404 Not Found/],
    [
      "a preset that can resolve nothing",
      { command: { status: "SKIPPED", output: "Maven has no lock file" } },
      /nothing can be resolved here: Maven has no lock file/,
    ],
  ])("is refused with %s", (_what, handed, problem) => {
    expect(judge(handed).problems.join("\n")).toMatch(problem);
  });

  it("is refused, and not read further, if its lock file nests without end", () => {
    const deep = `{"lockfileVersion":2,"packages":{},"dependencies":${'{"a":{"dependencies":'.repeat(2_500)}{}${"}}".repeat(2_500)}}`;
    const { problems, added } = judge({ extra: { "package-lock.json": deep } });
    expect({ problems, added }).toEqual({
      problems: ["package-lock.json is nested deeper than 200 levels"],
      added: [],
    });
  });

  it("is refused if its lock file has half a character, which cannot be hashed", () => {
    const half = lock(NOW, { ...GOOD, "node_modules/core": entry("core", "1.4.0", { resolved: "\ud800" }) });
    expect(judge({ lock: half }).problems).toEqual(["package-lock.json holds half a character"]);
  });

  it("is refused if nothing changed", () => {
    const report = { commands: [ran()], resolved_files: [] };
    const nothing = judgeResolution({ declared: [], report, before: () => undefined });
    expect(nothing.problems).toEqual(["resolving changed neither manifest nor lock file"]);
  });
});
