import { describe, expect, it } from "vitest";
import { MAX_SHOWN_BYTES } from "../../../src/context/workspace/path-view.js";
import { openWorkspace } from "../../../src/context/workspace/workspace.js";
import { fileRef, unownedCodeRef, workspaceRef } from "../../../src/context/workspace/workspace-refs.js";
import type { ViewPermission } from "../../../src/domain/artifacts/permission.js";
import { aProposerPack, blobOf, head, repository, workspaceFacts } from "../../support/workspace.js";

const denied = (path: string) =>
  `ACCESS DENIED: '${path}' is a sealed implementation directory. This module is a closed-source service — integrate via contract.json, examples.md, and ship.json only. See §12 (Opaque Implementation Rule) and §6.8 (Black-Box Integration) for rationale. If the contract is insufficient, raise an Interface Change Exception (§13).`;

const surface = {
  ".factory/modules/MM-0002/1.0.0/contract.yml": "the contract",
  ".factory/modules/MM-0002/1.0.0/examples.md": "the examples",
  ".factory/modules/MM-0002/1.0.0/ship.yml": "the evidence",
  ".factory/modules/MM-0002/1.0.0/notes.md": "CANARY",
  ".factory/modules/MM-0002/2.0.0/contract.yml": "CANARY",
  ".factory/modules/MM-0003/1.0.0/contract.yml": "CANARY",
  ".factory/config.yml": "CANARY",
  ".factory/product/spec.yml": "CANARY",
};

describe("reading in a guarded workspace", () => {
  it("shows open code and the module's own files in full", async () => {
    const { facts } = workspaceFacts();
    const workspace = openWorkspace(facts);
    expect(await workspace.read("src/open.ts")).toEqual({
      ok: true,
      value: { path: "src/open.ts", permission: "FULL", own: false, text: repository["src/open.ts"] },
    });
    expect(await workspace.read("./src//index.ts")).toMatchObject({ ok: true, value: { path: "src/index.ts" } });
  });

  it.each(["src/fold.ts", "./src/fold.ts", "src/../src/fold.ts", "SRC/Fold.ts", "src\\fold.ts", "src/fold.ts."])(
    "answers a sealed path, spelled %s, with the required words, and fetches nothing",
    async (path) => {
      const { facts, tree } = workspaceFacts();
      expect(await openWorkspace(facts).read(path)).toMatchObject({
        ok: false,
        refusal: { code: "sealed", message: denied(path) },
      });
      expect(tree.fetched).toEqual([]);
    },
  );

  it("seals what another module of the plan creates, but not what it shares or modifies", async () => {
    const files = { "src/other.ts": "CANARY", "src/index.ts": "shared", "src/open.ts": "modified" };
    const others = [
      {
        module_id: "MM-0009",
        files: [
          { path: "src/other.ts", action: "CREATE" as const, reason: "its own" },
          { path: "src/index.ts", action: "CREATE" as const, reason: "the barrel" },
          { path: "src/open.ts", action: "MODIFY" as const, reason: "a call" },
        ],
      },
    ];
    const workspace = openWorkspace(workspaceFacts({ others }, files).facts);
    expect(await workspace.read("src/other.ts")).toMatchObject({ refusal: { message: denied("src/other.ts") } });
    expect(await workspace.read("src/index.ts")).toMatchObject({ value: { text: "shared" } });
    expect(await workspace.read("src/open.ts")).toMatchObject({ value: { text: "modified" } });
  });

  it("opens a seal to the module that is building its own next version", async () => {
    const { facts } = workspaceFacts();
    const seals = facts.seals.map((seal) => ({ ...seal, module_ref: "MM-0001@0.9.0" }));
    expect((await openWorkspace({ ...facts, seals }).read("src/fold.ts")).ok).toBe(true);
  });

  it("keeps only the newest version's seal", async () => {
    const { facts } = workspaceFacts();
    const seals = [
      ...facts.seals,
      { module_ref: "MM-0002@1.1.0", files: [{ path: "src/fold.ts", blob: blobOf("x") }] },
    ];
    const workspace = openWorkspace({ ...facts, seals });
    expect((await workspace.read("src/fold.ts")).ok).toBe(false);
    expect((await workspace.read("src/sealed/only.ts")).ok).toBe(true);
  });

  it.each([
    [".factory/modules/MM-0002/1.0.0/contract.yml", "the contract"],
    [".factory/modules/MM-0002/1.0.0/examples.md", "the examples"],
    [".factory/modules/MM-0002/1.0.0/ship.yml", "the evidence"],
  ])("serves %s of a module that the pack includes CONTRACT_ONLY", async (path, text) => {
    expect(await openWorkspace(workspaceFacts({}, surface).facts).read(path)).toMatchObject({ value: { text } });
  });

  it.each([
    ".factory/modules/MM-0002/1.0.0/notes.md",
    ".factory/modules/MM-0002/2.0.0/contract.yml",
    ".factory/modules/MM-0003/1.0.0/contract.yml",
    ".factory/config.yml",
    ".factory/product/spec.yml",
  ])("has no %s", async (path) => {
    const { facts, tree } = workspaceFacts({}, surface);
    expect(await openWorkspace(facts).read(path)).toMatchObject({ ok: false, refusal: { code: "no-such-file" } });
    expect(tree.fetched).toEqual([]);
  });

  it.each(["SPEC.md", "spec.md", ".env", ".env.local", "certs/server.pem", "config/id_rsa"])(
    "has no %s",
    async (path) => {
      const { facts } = workspaceFacts({}, { [path]: "CANARY", "docs/SPEC.md": "a document" });
      expect(await openWorkspace(facts).read(path)).toMatchObject({ ok: false, refusal: { code: "no-such-file" } });
      expect((await openWorkspace(facts).read("docs/SPEC.md")).ok).toBe(true);
    },
  );

  it.each([["120000"], ["160000"]])("has no file of mode %s", async (mode) => {
    const { facts } = workspaceFacts({}, { link: "src/fold.ts" }, { link: mode });
    const workspace = openWorkspace(facts);
    expect(await workspace.read("link")).toMatchObject({ ok: false, refusal: { code: "no-such-file" } });
    expect(await workspace.list("")).toMatchObject({ value: { shown: [] } });
  });

  it.each([
    ["../secret", "path-escapes"],
    ["/etc/passwd", "path-absolute"],
    [".git/config", "path-in-git"],
    ["src/\0", "path-unprintable"],
    ["src", "no-such-file"],
    ["src/missing.ts", "no-such-file"],
  ])("refuses %j as %s", async (path, code) => {
    expect(await openWorkspace(workspaceFacts().facts).read(path)).toMatchObject({ ok: false, refusal: { code } });
  });

  const withUnowned = (permission: ViewPermission) => {
    const pack = aProposerPack();
    const included_refs = pack.included_refs.map((included) =>
      included.ref === unownedCodeRef(head) ? { ...included, permission } : included,
    );
    return workspaceFacts({ pack: { ...pack, included_refs } }).facts;
  };

  it.each([
    ["FULL", { permission: "FULL", text: repository["src/open.ts"] }],
    [
      "SUMMARY_ONLY",
      { permission: "SUMMARY_ONLY", text: "src/open.ts exports:\nexport const open: (x: number): number;" },
    ],
    ["METADATA_ONLY", { permission: "METADATA_ONLY", text: "src/open.ts, 50 bytes: its content is not shown" }],
  ] as const)("shows code under %s", async (permission, view) => {
    expect(await openWorkspace(withUnowned(permission)).read("src/open.ts")).toMatchObject({ value: view });
  });

  it("shows no source under CONTRACT_ONLY, which is also what a pack grants by default", async () => {
    for (const facts of [
      withUnowned("CONTRACT_ONLY"),
      workspaceFacts({ pack: aProposerPack({ included_refs: [] }) }).facts,
    ]) {
      expect(await openWorkspace(facts).read("src/open.ts")).toMatchObject({
        ok: false,
        refusal: { code: "no-such-file" },
      });
    }
    const unlisted = aProposerPack({ included_refs: [] });
    expect((await openWorkspace(workspaceFacts({ pack: unlisted }).facts).read("src/index.ts")).ok).toBe(false);
  });

  it("follows what the pack says about one file, and never widens it", async () => {
    const { facts, tree } = workspaceFacts();
    const ref = fileRef("src/open.ts", tree.blobAt("src/open.ts") ?? "");
    const narrowed = aProposerPack();
    const included = [...narrowed.included_refs, { ref, permission: "SUMMARY_ONLY" as const, reason: "too long" }];
    const excluded = [{ ref, reason: "not needed" }];
    expect(
      await openWorkspace({ ...facts, pack: { ...narrowed, included_refs: included } }).read("src/open.ts"),
    ).toMatchObject({
      value: { permission: "SUMMARY_ONLY" },
    });
    expect(
      (await openWorkspace({ ...facts, pack: { ...narrowed, excluded_refs: excluded } }).read("src/open.ts")).ok,
    ).toBe(false);
  });

  it.each([
    [MAX_SHOWN_BYTES, "FULL"],
    [MAX_SHOWN_BYTES + 1, "METADATA_ONLY"],
  ])("names open code of %i bytes as %s", async (size, permission) => {
    const { facts } = workspaceFacts({}, { "src/open.ts": "x".repeat(size) });
    expect(await openWorkspace(facts).read("src/open.ts")).toMatchObject({ value: { permission } });
  });

  it("names generated and binary files without their content, and the module's own however large", async () => {
    const { facts } = workspaceFacts(
      {},
      { "package-lock.json": "CANARY", "data.dat": "a\0b", "src/index.ts": "x".repeat(MAX_SHOWN_BYTES + 1) },
    );
    const workspace = openWorkspace(facts);
    expect(await workspace.read("package-lock.json")).toMatchObject({ value: { permission: "METADATA_ONLY" } });
    expect(await workspace.read("data.dat")).toMatchObject({ value: { text: "data.dat, 3 bytes: not a text file" } });
    expect(await workspace.read("src/index.ts")).toMatchObject({ value: { permission: "FULL" } });
  });

  it("looks at the module's files only under its own head and id", async () => {
    const pack = aProposerPack();
    const included_refs = pack.included_refs.map((included) =>
      included.ref === workspaceRef("MM-0001", head)
        ? { ...included, ref: workspaceRef("MM-0001", "b".repeat(40)) }
        : included,
    );
    const { facts } = workspaceFacts({ pack: { ...pack, included_refs } });
    expect((await openWorkspace(facts).read("src/index.ts")).ok).toBe(false);
  });

  it("reads each blob once", async () => {
    const { facts, tree } = workspaceFacts();
    const workspace = openWorkspace(facts);
    await workspace.read("src/open.ts");
    await workspace.read("src/open.ts");
    expect(tree.fetched).toHaveLength(1);
  });
});
