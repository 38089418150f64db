import { describe, expect, it } from "vitest";
import { readSops } from "../../../src/gates/factory/read-sops.js";

const sop = (body: string, frontMatter = 'category: sop\napplies_to: "*.go"\nseverity: error') =>
  `---\n${frontMatter}\n---\n\n${body}\n`;

describe("reading the standards of a repository", () => {
  it("takes every file of .factory/sops, whole, in the order of names", () => {
    const long = "x".repeat(50_000);
    const sops = readSops(
      new Map([
        [".factory/sops/b.md", sop(long)],
        [".factory/sops/a.md", sop("Wrap errors.", "category: sop\napplies_to: [src, '*.ts']\nseverity: info")],
        [".factory/sops/team/c.md", sop("Nested.")],
        [".factory/config.yml", "{}"],
        ["docs/sops/d.md", "no standard"],
        [".factory/sops/readme.txt", "no standard"],
      ]),
    );
    expect(sops.ok && sops.value).toEqual([
      { category: "sop", name: "a.md", applies_to: ["src", "*.ts"], severity: "info", body: "Wrap errors." },
      { category: "sop", name: "b.md", applies_to: "*.go", severity: "error", body: long },
      { category: "sop", name: "team/c.md", applies_to: "*.go", severity: "error", body: "Nested." },
    ]);
  });

  it.each([
    ["no front matter", "Wrap errors.", "sop-without-front-matter", ".factory/sops/a.md must begin with front matter"],
    ["nothing below it", sop(""), "sop-without-body", ".factory/sops/a.md has front matter and says nothing below it"],
    [
      "an unknown severity",
      sop("x", "category: sop\napplies_to: '*'\nseverity: fatal"),
      "yaml-invalid",
      ".factory/sops/a.md:4: severity:",
    ],
    ["broken YAML", sop("x", "category: ["), "yaml-invalid", ".factory/sops/a.md:"],
  ])("refuses them all because of one file with %s, and says where", (_, text, code, message) => {
    const sops = readSops(
      new Map([
        [".factory/sops/a.md", text],
        [".factory/sops/b.md", sop("fine")],
      ]),
    );
    expect(!sops.ok && sops.refusal).toMatchObject({ code, message: expect.stringContaining(message) });
  });
});
