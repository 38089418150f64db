import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openWorkspace } from "../../../src/context/workspace/workspace.js";
import type { Activity, WorkspaceFacts } from "../../../src/context/workspace/workspace-facts.js";
import { Config } from "../../../src/domain/config/config.js";
import { FileAction } from "../../../src/domain/contract/manifest.js";
import { refuse } from "../../../src/domain/refusal.js";
import { proposerTools } from "../../../src/roles/proposer/proposer-tools.js";
import { aProposerPack, aTree, head } from "../../support/workspace.js";

/** Where files may be, with neighbours that differ in case, folders, and places that are never open. */
const PATHS = [
  "src/a.ts",
  "src/A.ts",
  "src/b.ts",
  "src/sub/c.ts",
  "src/sub/d.md",
  "test/a.test.ts",
  "lib/e.py",
  "notes.md",
  ".github/workflows/ci.yml",
  ".factory/config.yml",
  ".factory/modules/MM-0003/1.0.0/contract.yml",
  "package.json",
  "SPEC.md",
  ".env",
];
const NEVER_READ = new Set([".factory/config.yml", ".factory/modules/MM-0003/1.0.0/contract.yml", "SPEC.md", ".env"]);
const NEVER_WRITTEN = new Set([...NEVER_READ, ".github/workflows/ci.yml", "package.json"]);

const canary = (path: string) => `CANARY-${Buffer.from(path).toString("hex")}`;
/** A source that carries its canary in a name, a body, a comment and a value. */
const content = (path: string) =>
  `// ${canary(path)}\nexport function f(): string { return "${canary(path)}"; }\nexport const ${canary(path).replaceAll("-", "_")} = 1;\n`;

const somePaths = fc.subarray(PATHS, { minLength: 1 });
const world = fc.record({
  present: somePaths,
  sealed: fc.subarray(PATHS),
  others: fc.subarray(PATHS),
  manifest: fc
    .subarray(PATHS, { minLength: 1 })
    .chain((paths) =>
      fc.tuple(
        ...paths.map((path) => fc.constantFrom(...FileAction.options).map((action) => ({ path, action, reason: "x" }))),
      ),
    ),
  links: fc.subarray(PATHS, { maxLength: 2 }),
  activity: fc.constantFrom<Activity>("specify", "implement", "revise", "amend"),
});

/** The same file in other words. */
const spelled = (path: string) =>
  fc.constantFrom(
    path,
    `./${path}`,
    path.replaceAll("/", "//"),
    path.replaceAll("/", "\\"),
    `src/../${path}`,
    path.toUpperCase(),
    `${path}.`,
    `${path} `,
    `${path}::$DATA`,
    path.replace("a", "a\u200b"),
    `../${path}`,
    `/${path}`,
  );
const anyPath = fc.constantFrom(...PATHS, "src", "", ".git/config").chain(spelled);
const pattern = fc.constantFrom("CANARY", "f", ".", "^", "export", "return", "=");
const call = fc.oneof(
  fc.record({
    tool: fc.constant("read"),
    input: fc.record({ path: anyPath, first_line: fc.integer({ min: 1, max: 3 }) }),
  }),
  fc.record({ tool: fc.constant("list"), input: fc.record({ folder: anyPath }) }),
  fc.record({
    tool: fc.constant("glob"),
    input: fc.record({ pattern: fc.constantFrom("*", "**", "src", "*.ts", "/*.md", ".*") }),
  }),
  fc.record({
    tool: fc.constant("grep"),
    input: fc.record({
      pattern,
      regex: fc.boolean(),
      ignore_case: fc.boolean(),
      folder: fc.constantFrom("", "src", "./src/sub"),
    }),
  }),
  fc.record({
    tool: fc.constant("write"),
    input: fc.record({ path: anyPath, text: fc.constantFrom("", "new text", "a") }),
  }),
  fc.record({
    tool: fc.constant("edit"),
    input: fc.record({
      path: anyPath,
      old_text: pattern,
      new_text: fc.constantFrom("", "edited"),
      everywhere: fc.boolean(),
    }),
  }),
  fc.record({ tool: fc.constant("delete"), input: fc.record({ path: anyPath }) }),
);

function worldFacts({
  present,
  sealed,
  others,
  manifest,
  links,
  activity,
}: ReturnType<(typeof world)["generate"]>["value"]) {
  const files = Object.fromEntries(present.map((path) => [path, content(path)]));
  const tree = aTree(files, Object.fromEntries(links.map((path) => [path, "120000"])));
  const facts: WorkspaceFacts = {
    head,
    entries: tree.entries,
    readBlob: tree.readBlob,
    readBlobs: tree.readBlobs,
    pack: aProposerPack(),
    module: { module_id: "MM-0001", module_version: "1.0.0", test_file: manifest[0]?.path ?? "", files: [...manifest] },
    activity,
    seals: [{ module_ref: "MM-0002@1.0.0", files: sealed.map((path) => ({ path, blob: "0".repeat(40) })) }],
    others: [{ module_id: "MM-0004", files: others.map((path) => ({ path, action: "CREATE", reason: "x" })) }],
    config: Config.parse({ shared_paths: [] }),
  };
  return { facts, tree };
}

const NO_CHANNELS = { contest: () => refuse("no", "not here"), reportPlanFault: () => refuse("no", "not here") };

describe("a guarded workspace, whatever is tried", () => {
  it("shows no byte of a sealed file and changes nothing outside the manifest", async () => {
    await fc.assert(
      fc.asyncProperty(world, fc.array(call, { minLength: 1, maxLength: 12 }), async (random, calls) => {
        const { facts, tree } = worldFacts(random);
        const workspace = openWorkspace(facts);
        const tools = proposerTools(workspace, {
          boundary: "b0",
          searchIndex: async () => [],
          inspectModule: async () => refuse("no", "not here"),
          raiseInterfaceChange: async () => refuse("no", "not here"),
          channels: NO_CHANNELS,
          idle: [],
        });
        const sealedKeys = new Set([...random.sealed, ...random.others].map((path) => path.toLowerCase()));
        const unreadable = random.present.filter(
          (path) => sealedKeys.has(path.toLowerCase()) || NEVER_READ.has(path) || random.links.includes(path),
        );

        const results: string[] = [];
        for (const { tool, input } of calls) {
          const found = tools.find(({ name }) => name === tool);
          results.push((await found?.run(input))?.text ?? "");
        }

        for (const path of unreadable) {
          expect(results.join("\n")).not.toContain(canary(path));
          expect(results.join("\n")).not.toContain(canary(path).replaceAll("-", "_"));
          expect(tree.fetched).not.toContain(tree.blobAt(path));
        }
        const { files, deletions } = workspace.changes();
        const actions = new Map(random.manifest.map(({ path, action }) => [path, action]));
        const testFile = facts.module?.test_file;
        for (const { path, text } of files) {
          expect(["CREATE", "MODIFY"]).toContain(actions.get(path));
          expect(unreadable.map(canary).some((secret) => text.includes(secret))).toBe(false);
        }
        for (const path of deletions) expect(actions.get(path)).toBe("DELETE");
        for (const path of [...files.map((file) => file.path), ...deletions]) {
          expect(sealedKeys.has(path.toLowerCase())).toBe(false);
          expect(NEVER_WRITTEN.has(path)).toBe(false);
          expect(random.links).not.toContain(random.present.includes(path) ? path : "");
          if (random.activity === "specify") expect(path).toBe(testFile);
          if (random.activity === "implement") expect(path).not.toBe(testFile);
        }
      }),
      { numRuns: 300, seed: 20260131 },
    );
  });
});
