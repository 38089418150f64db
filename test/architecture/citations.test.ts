import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import {
  anchorOf,
  type Citation,
  citationsIn,
  DESIGN_PAGES,
  type DesignPage,
  headingsOf,
  outsideWordsIn,
  readText,
  textFiles,
} from "./citations.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const FOLDERS = ["src", "action/src", "test", "prompts", "gate-presets", "fixtures/scenarios", ".github"];
const FILES = [...textFiles(ROOT, FOLDERS), "README.md", "action/README.md", "CHANGELOG.md"];
/** This test and its support name what they look for. */
const OWN = "test/architecture/citations.";
const TEXTS = FILES.filter((file) => !file.startsWith(OWN)).map((file) => ({ file, text: readText(ROOT, file) }));

const PAGES = Object.entries(DESIGN_PAGES).map(([page, file]) => ({ page, markdown: readText(ROOT, file) }));
const ANCHORS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  PAGES.map(({ page, markdown }) => [page, headingsOf(markdown).map(anchorOf)]),
);

/** What a page lacks: the heading that is cited, or, in code, the name of any heading. */
function isUnresolved(file: string, { page, anchor }: Citation): boolean {
  if (anchor === undefined) return !file.endsWith(".md");
  return !ANCHORS[page]?.includes(anchor);
}

/** The name of a page, put together so that the samples below are no citations themselves. */
const DECISIONS: DesignPage = `${"decisions"}.md`;

describe("the anchor of a heading", () => {
  it.each([
    ["BLOCKED is derived", "blocked-is-derived"],
    ["The loop's own files", "the-loops-own-files"],
    ["Set-up is consent", "set-up-is-consent"],
    ["Compare-and-swap, `plan.json` & all", "compare-and-swap-planjson--all"],
    ["A [link](#there) with under_scores", "a-link-with-under_scores"],
    ["Größe 2", "größe-2"],
  ])("of %s is the one that GitHub makes", (heading, anchor) => {
    expect(anchorOf(heading)).toBe(anchor);
  });

  it("is not taken from a fenced block", () => {
    expect(headingsOf("# One\n\n```bash\n# no heading\n```\n\n## Two `parts`\n")).toEqual(["One", "Two `parts`"]);
  });
});

describe.each(PAGES)("$page", ({ page, markdown }) => {
  it("has headings, and no two with the same anchor", () => {
    const anchors = ANCHORS[page] ?? [];
    expect(anchors.length).toBeGreaterThan(100);
    expect(anchors.filter((anchor, index) => anchors.indexOf(anchor) !== index)).toEqual([]);
  });

  it("links to headings of its own that exist", () => {
    const own = [...markdown.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor = ""]) => anchor);
    expect(own.length).toBeGreaterThan(10);
    expect(own.filter((anchor) => !ANCHORS[page]?.includes(anchor))).toEqual([]);
  });
});

describe("a requirement of the method", () => {
  const markdown = readText(ROOT, DESIGN_PAGES["requirements.md"]);
  const requirements = markdown.split(/^### /m).slice(1);

  it("has a number of its own", () => {
    const numbers = requirements.map(
      (text) => /^.+\n\n\*\*(M-[A-Z]+-\d+)\.\*\* /.exec(text)?.[1] ?? text.split("\n")[0],
    );
    expect(numbers.filter((number) => !/^M-[A-Z]+-\d+$/.test(number ?? ""))).toEqual([]);
    expect(numbers.length).toBe(new Set(numbers).size);
  });
});

describe("a citation", () => {
  it.each(["src/", "action/src/", "test/", ".github/"])("is looked for in %s, and there are some", (folder) => {
    const cited = TEXTS.filter(({ file }) => file.startsWith(folder)).flatMap(({ file, text }) =>
      citationsIn(file, text),
    );
    expect(cited.length).toBeGreaterThan(folder === "src/" ? 500 : 0);
  });

  it("names a heading that is there", () => {
    const unresolved = TEXTS.flatMap(({ file, text }) =>
      citationsIn(file, text)
        .filter((citation) => isUnresolved(file, citation))
        .map(({ page, anchor }) => `${file}: ${page}#${anchor ?? "(no heading)"}`),
    );
    expect(unresolved).toEqual([]);
  });

  it.each([
    ["a heading that is not there", "src/a.ts", `// Why (${DECISIONS}#no-such-heading).`],
    ["no heading at all", "src/a.ts", `// Why (${DECISIONS}).`],
    ["a heading that is not there, by a link", "README.md", `[Why](.github/design/${DECISIONS}#no-such-heading)`],
  ])("of %s would be noticed", (_, file, text) => {
    expect(citationsIn(file, text).some((citation) => isUnresolved(file, citation))).toBe(true);
  });
});

describe("a comment, a title or a text", () => {
  it("cites nothing that is outside the repository", () => {
    const outside = TEXTS.flatMap(({ file, text }) => outsideWordsIn(file, text).map((words) => `${file}: ${words}`));
    expect(outside).toEqual([]);
  });

  it.each([
    ["// It halts (RULES, retries).", "RULES"],
    ["/** The gates (DESIGN section 6). */", "DESIGN"],
    ["/** Only our parse enforces them (TECH). */", "TECH"],
    ["const a = 1; // At most three (GITHUB, limits).", "GITHUB,"],
    ["/** The plan (seed 002, 10.1). */", "seed 002"],
    ['it("has the words of seed 003", () => {});', "seed 003"],
    ["/** The seed's six. */", "The seed's"],
    ["/** Always upstream (13.2). */", "(13.2)"],
    ["/** Again (13.5, step 8d). */", "(13.5, step 8d)"],
    ["/** As the Gatekeeper has it. */", "Gatekeeper"],
  ])("and the check would notice %s", (text, words) => {
    expect(outsideWordsIn("src/domain/a.ts", text)).toContain(words);
  });

  it.each([
    ["const RULES = [1, 2];", "src/domain/a.ts"],
    ["/** The seed names the moments. */", "test/soak/points.ts"],
    ["/** About half of them (0.5 to 0.75). */", "src/domain/a.ts"],
    ['const code = "STYLE_CONSISTENCY_LINT";', "src/domain/a.ts"],
  ])("and the check has nothing against %s", (text, file) => {
    expect(outsideWordsIn(file, text)).toEqual([]);
  });
});
