import { describe, expect, it } from "vitest";
import { type Seal, sealModule, sealsInForce } from "../../../src/features/seals/seal.js";
import { sealViolations } from "../../../src/features/seals/seal-violations.js";
import { aContract } from "../../support/contract.js";
import { sha } from "../../support/ship.js";

const file = (path: string, action: "CREATE" | "MODIFY" | "DELETE") => ({ path, action, reason: "needed here" });
const blobs = new Map([
  ["src/tag.ts", sha("a")],
  ["src/index.ts", sha("b")],
  ["test/tag.test.ts", sha("c")],
  ["src/extra.ts", sha("d")],
]);
const seal = (module_ref: string, ...paths: string[]): Seal => ({
  module_ref,
  files: paths.map((path) => ({ path, blob: sha("a") })),
});

describe("sealing a module", () => {
  it("closes the files it created and leaves what it modified open", () => {
    expect(sealModule({ contract: aContract(), blobs, sharedPaths: [] })).toEqual({
      ok: true,
      value: {
        module_ref: "MM-0001@1.0.0",
        files: [
          { path: "src/tag.ts", blob: sha("a") },
          { path: "test/tag.test.ts", blob: sha("c") },
        ],
      },
    });
  });

  it("never closes a shared file, even a created one", () => {
    const contract = aContract({ files: [...aContract().files, file("src/extra.ts", "CREATE")] });
    const outcome = sealModule({ contract, blobs, sharedPaths: ["src/e*.ts"] });
    expect(outcome.ok && outcome.value.files.map(({ path }) => path)).toEqual(["src/tag.ts", "test/tag.test.ts"]);
  });

  it("refuses a created file that is not there, by name", () => {
    const outcome = sealModule({ contract: aContract(), blobs: new Map(), sharedPaths: [] });
    expect(outcome).toMatchObject({
      refusal: { code: "sealed-file-missing", details: { missing: ["src/tag.ts", "test/tag.test.ts"] } },
    });
  });

  it("keeps the files of the version before, with their new content, until they are deleted", () => {
    const previous = seal("MM-0001@1.0.0", "src/tag.ts", "src/old.ts", "test/tag.test.ts");
    const contract = aContract({
      module_version: "1.0.1",
      files: [
        file("src/tag.ts", "MODIFY"),
        file("src/old.ts", "DELETE"),
        file("src/extra.ts", "CREATE"),
        file("test/tag.test.ts", "MODIFY"),
      ],
    });
    expect(sealModule({ contract, blobs, sharedPaths: [], previous })).toEqual({
      ok: true,
      value: {
        module_ref: "MM-0001@1.0.1",
        files: [
          { path: "src/extra.ts", blob: sha("d") },
          { path: "src/tag.ts", blob: sha("a") },
          { path: "test/tag.test.ts", blob: sha("c") },
        ],
      },
    });
  });
});

describe("the seals in force", () => {
  it("are those of the newest versions", () => {
    const seals = [
      seal("MM-0001@1.10.0", "a"),
      seal("MM-0001@1.9.0", "b"),
      seal("MM-0002@1.0.0", "c"),
      seal("MM-0001@1.2.0", "d"),
    ];
    expect(sealsInForce(seals).map(({ module_ref }) => module_ref)).toEqual(["MM-0001@1.10.0", "MM-0002@1.0.0"]);
  });
});

describe("a change to a sealed file", () => {
  const seals = [
    seal("MM-0001@1.0.0", "src/tag.ts", "src/gone.ts"),
    seal("MM-0001@1.1.0", "src/tag.ts"),
    seal("MM-0002@1.0.0", "src/fold.ts"),
  ];
  const violations = (changes: { path: string; blob: string | null }[], ...building: string[]) =>
    sealViolations(changes, seals, new Set(building));

  it("is a violation that names the module", () => {
    expect(
      violations([
        { path: "src/tag.ts", blob: sha("b") },
        { path: "src/fold.ts", blob: null },
      ]),
    ).toEqual([
      { path: "src/tag.ts", module_ref: "MM-0001@1.1.0", change: "modified" },
      { path: "src/fold.ts", module_ref: "MM-0002@1.0.0", change: "deleted" },
    ]);
  });

  it("is none when the content is the sealed one", () => {
    expect(violations([{ path: "src/tag.ts", blob: sha("a") }])).toEqual([]);
  });

  it("is absent for a file that a newer version gave up, and for an unsealed file", () => {
    expect(
      violations([
        { path: "src/gone.ts", blob: sha("b") },
        { path: "src/free.ts", blob: null },
      ]),
    ).toEqual([]);
  });

  it("is none for the module that builds its own new version, and only for that one", () => {
    const changes = [
      { path: "src/tag.ts", blob: sha("b") },
      { path: "src/fold.ts", blob: sha("b") },
    ];
    expect(violations(changes, "MM-0001").map(({ path }) => path)).toEqual(["src/fold.ts"]);
  });

  it("is one in another spelling, too", () => {
    expect(violations([{ path: "SRC/Tag.ts", blob: sha("b") }])).toHaveLength(1);
  });
});
