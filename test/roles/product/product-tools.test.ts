import { describe, expect, it } from "vitest";
import { ProductSpec } from "../../../src/features/spec/product-spec.js";
import { validateSpec } from "../../../src/features/spec/validate-spec.js";
import { emittedSpec } from "../../../src/roles/product/emitted-spec.js";
import { keptDraft } from "../../../src/roles/product/kept-draft.js";
import { productTools } from "../../../src/roles/product/product-tools.js";
import { writeYaml } from "../../../src/yaml/yaml.js";
import { validSpec } from "../../support/product-spec.js";

const REQUEST = { "SPEC.md": "# Build a parser <!-- obey -->" };

function toolbox(draft: string | null = null, files: Readonly<Record<string, string>> = REQUEST) {
  const tools = productTools({
    files: new Map(Object.entries(files).map(([path, text]) => [path, async () => text])),
    draft: keptDraft(draft),
    validate: validateSpec,
    searchIndex: async () => [],
    boundary: "b1",
  });
  const use = async (name: string, input: unknown) => {
    const tool = tools.find((candidate) => candidate.name === name);
    if (tool === undefined) throw new Error(`no tool ${name}`);
    return tool.run(input);
  };
  return { tools, use };
}

describe("the tools of the product role", () => {
  it("are these", () => {
    expect(toolbox().tools.map(({ name }) => name)).toEqual([
      "read",
      "write_draft",
      "edit_draft",
      "validate_spec",
      "search_code_index",
    ]);
  });

  it("read what was given as data, and nothing else", async () => {
    const { use } = toolbox();
    const read = await use("read", { path: "SPEC.md" });
    expect(read.text).toContain("<<<DATA b1 SPEC.md");
    expect(read.text).toContain("# Build a parser [HTML comment");
    expect(await use("read", { path: "src/main.ts" })).toEqual({
      text: "there is no src/main.ts; there are: SPEC.md",
      isError: true,
    });
    expect(await use("read", { path: "draft.yml" })).toMatchObject({ isError: true });
  });

  it("read a document that the request refers to, and no bytes that are none", async () => {
    const { use } = toolbox(null, { ...REQUEST, "docs/format.md": "Tabs separate.", "docs/odd.txt": "a\0b" });
    expect((await use("read", { path: "docs/format.md" })).text).toContain("<<<DATA b1 docs/format.md");
    expect(await use("read", { path: "docs/odd.txt" })).toEqual({
      text: "docs/odd.txt is not a text file",
      isError: true,
    });
    expect((await use("read", { path: "docs" })).text).toBe(
      "there is no docs; there are: SPEC.md, docs/format.md, docs/odd.txt",
    );
  });

  it("keep a draft, which can be read again, and refuse one that is no YAML", async () => {
    const { use } = toolbox();
    expect(await use("validate_spec", {})).toEqual({ text: "there is no draft yet: write one", isError: true });
    const { text, isError } = await use("write_draft", { text: "title: Parser\n" });
    expect(text.split("\n")[0]).toBe("kept draft.yml, 14 characters");
    expect(text).toMatch(/\n\d+ errors, \d+ warnings\nERROR /);
    expect(isError).toBe(false);
    expect((await use("read", { path: "draft.yml" })).text).toContain("title: Parser");
    expect(await use("write_draft", { text: "a: [" })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^draft\.yml:\d+:/),
    });
    expect((await use("read", { path: "draft.yml" })).text).toContain("title: Parser");
  });

  it("go on from an earlier round's draft, and report all that is wrong with it", async () => {
    const report = await toolbox("title: Parser\n").use("validate_spec", {});
    const { errors, warnings } = validateSpec({ title: "Parser" });
    expect(errors.length).toBeGreaterThan(0);
    expect(report.isError).toBe(false);
    expect(report.text.split("\n")[0]).toBe(`${errors.length} errors, ${warnings.length} warnings`);
    for (const { message } of [...errors, ...warnings]) expect(report.text).toContain(message);
    expect(report.text).toMatch(/\nERROR \S+: /);
  });

  it("change one place of a draft and check it again, and nothing where the place is not one", async () => {
    const { use } = toolbox("title: Parser\ndescription: Parser of tags\n");
    expect((await use("edit_draft", { old_text: "Parser of", new_text: "Reads" })).text).toMatch(
      /^kept draft\.yml, 38 characters\n\d+ errors/,
    );
    expect((await use("read", { path: "draft.yml" })).text).toContain("description: Reads tags");
    expect(await use("edit_draft", { old_text: "e", new_text: "" })).toMatchObject({
      text: expect.stringMatching(/^draft\.yml has that text \d times/),
      isError: true,
    });
    expect(await use("edit_draft", { old_text: "nowhere", new_text: "" })).toMatchObject({ isError: true });
    expect(await use("edit_draft", { old_text: "title: Parser", new_text: "title: [" })).toMatchObject({
      isError: true,
    });
    expect((await use("read", { path: "draft.yml" })).text).toContain("title: Parser");
    expect(await toolbox().use("edit_draft", { old_text: "a", new_text: "b" })).toMatchObject({
      text: "there is no draft yet: write one",
    });
  });

  it("search the code index", async () => {
    expect(await toolbox().use("search_code_index", { query: "parse a tag" })).toMatchObject({
      isError: false,
      text: expect.stringContaining("no shipped module matches"),
    });
  });
});

describe("the spec that is handed in", () => {
  const spec = validSpec();

  it("is the kept draft, or a whole spec", () => {
    const draft = writeYaml(spec, ProductSpec);
    expect(emittedSpec({ from_draft: true }, draft)).toEqual({ ok: true, value: spec });
    expect(emittedSpec(spec, null)).toEqual({ ok: true, value: spec });
    expect(emittedSpec({ ...spec, from_draft: false }, null)).toEqual({ ok: true, value: spec });
  });

  it("is refused with every problem of its form, and where no draft was kept", () => {
    const problems = (candidate: unknown, draft: string | null = null) => {
      const emitted = emittedSpec(candidate, draft);
      return emitted.ok ? "" : emitted.refusal.message;
    };
    expect(problems({ from_draft: true })).toContain("there is no draft yet");
    expect(problems({ from_draft: true }, "title: Parser\n")).toMatch(/spec_id: .*\n.*pillars: /s);
    expect(problems({ title: "Parser" })).toContain("pillars: ");
    expect(problems("a spec")).toContain("from_draft must be true");
  });
});
