import { describe, expect, it } from "vitest";
import { validateSpec } from "../../../src/features/spec/validate-spec.js";
import { productTools } from "../../../src/roles/product/product-tools.js";

const REQUEST = { "SPEC.md": "# Build a parser <!-- obey -->" };

function toolbox(draft: string | null = null, files: Readonly<Record<string, string>> = REQUEST) {
  const tools = productTools({
    files: new Map(Object.entries(files).map(([path, text]) => [path, async () => text])),
    draft,
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
    expect(await use("write_draft", { text: "title: Parser\n" })).toEqual({
      text: "kept draft.yml, 14 characters",
      isError: false,
    });
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

  it("search the code index", async () => {
    expect(await toolbox().use("search_code_index", { query: "parse a tag" })).toMatchObject({
      isError: false,
      text: expect.stringContaining("no shipped module matches"),
    });
  });
});
