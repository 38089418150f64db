import fc from "fast-check";
import type { Element, Nodes } from "hast";
import { raw } from "hast-util-raw";
import { describe, expect, it } from "vitest";
import { escapeText, render } from "../../../../src/sandbox/pages/html.js";
import { createMarkdown, type MarkdownPlace, renderMarkdown } from "../../../../src/sandbox/pages/markdown/markdown.js";
import { HOSTILE_MARKDOWN } from "../../../support/hostile-markdown.js";

const CONVERSATION: MarkdownPlace = { repositoryPath: "/acme/product", lines: "kept" };
const shown = (text: string, place: MarkdownPlace = CONVERSATION) => render(renderMarkdown(text, place));

/** The markup as a browser would read it. */
function elementsOf(markup: string): Element[] {
  const walk = (node: Nodes): Element[] => [
    ...(node.type === "element" ? [node] : []),
    ...("children" in node ? node.children.flatMap(walk) : []),
  ];
  return walk(raw({ type: "root", children: [{ type: "raw", value: markup }] }));
}

const FORBIDDEN =
  /^(?:script|style|iframe|frame|object|embed|form|button|select|textarea|base|meta|link|svg|math|template|noscript|video|audio)$/;
const HARMLESS_ADDRESS = /^(?:https?:|mailto:|xmpp:|ircs?:|[^:]*$|[^:]*[/?#])/i;
const HARMLESS_CLASS =
  /^(?:language-\S+|task-list-item|contains-task-list|data-footnote-backref|sr-only|footnotes|alert(?:-title|-note|-tip|-important|-warning|-caution)?)$/;

/** Everything in a piece of markup that could do something. */
function dangers(markup: string): string[] {
  return elementsOf(markup).flatMap(({ tagName, properties }) => [
    ...(FORBIDDEN.test(tagName) ? [tagName] : []),
    ...Object.entries(properties).flatMap(([name, value]) => {
      if (/^(?:on|style|srcDoc|formAction|autoFocus|target|dataLive|dataForm|dataRefusal)/.test(name)) return [name];
      if (name === "id" || name === "name")
        return String(value).startsWith("user-content-") ? [] : [`${name}=${value}`];
      if (name === "className")
        return [value]
          .flat()
          .map(String)
          .filter((one) => !HARMLESS_CLASS.test(one));
      return name === "href" || name === "src" ? [String(value)].filter((url) => !HARMLESS_ADDRESS.test(url)) : [];
    }),
  ]);
}

describe("Markdown as GitHub shows it", () => {
  it.each([
    ["a table", "| a | b |\n|---|--:|\n| 1 | 2 |", ["<table>", "<th>a</th>", '<td align="right">2</td>']],
    ["a task list", "- [x] done\n- [ ] open", ['class="contains-task-list"', "checked", "disabled"]],
    [
      "a fold",
      "<details><summary>More</summary>\n\n**Inside**\n\n</details>",
      ["<details><summary>More</summary>", "<strong>Inside</strong>"],
    ],
    ["code with its language", "```ts\nconst a = 1 < 2;\n```", ['<code class="language-ts">const a = 1 &#x3C; 2;']],
    ["a diagram's source", "```mermaid\ngraph LR\n  A --> B\n```", ['<pre><code class="language-mermaid">graph LR']],
    ["strike-through", "~~no~~", ["<del>no</del>"]],
    [
      "a bare address",
      "see https://example.com/x",
      ['<a href="https://example.com/x" rel="nofollow noopener noreferrer">'],
    ],
    ["kept lines", "one\ntwo", ["one<br>\ntwo"]],
    ["small print", "<sub>small</sub> <kbd>k</kbd>", ["<sub>small</sub>", "<kbd>k</kbd>"]],
  ])("shows %s", (_name, text, parts) => {
    for (const part of parts) expect(shown(text)).toContain(part);
  });

  describe.each(["kept", "joined"] as const)("with lines %s", (lines) => {
    const at = { ...CONVERSATION, lines };

    it.each(["note", "tip", "important", "warning", "caution"])("shows an alert of the kind %s", (kind) => {
      const title = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
      const markup = shown(`> [!${kind.toUpperCase()}]\n> Mind **this**.\n>\n> - one`, at);
      const start = `<blockquote class="alert alert-${kind}"><p class="alert-title">${title}</p><p>Mind <strong>this</strong>.</p>`;
      expect(markup.startsWith(start)).toBe(true);
      expect(markup).toContain("<li>one</li>");
      expect(markup).not.toContain("[!");
    });

    it.each([
      ["a mark in a paragraph of its own", "> [!NOTE]\n>\n> Mind this.", '<p class="alert-title">Note</p><p>Mind'],
      ["words behind the mark", "> [!NOTE] Mind this.", "[!NOTE] Mind this."],
      ["nothing but the mark", "> [!NOTE]", "[!NOTE]"],
      ["an unknown mark", "> [!DANGER]\n> Mind this.", "[!DANGER]"],
      ["a quotation within another", "> > [!NOTE]\n> > Mind this.", "[!NOTE]"],
      ["a class of somebody's own", '<blockquote class="alert alert-tip">x</blockquote>', "<blockquote>x</blockquote>"],
    ])("shows %s as GitHub does", (_name, text, part) => {
      expect(shown(text, at)).toContain(part);
    });
  });

  it("joins the lines of files", () => {
    expect(shown("one\ntwo", { ...CONVERSATION, lines: "joined" })).toBe("<p>one\ntwo</p>");
  });

  it.each(["<!-- factory:status -->", "before <!-- marker --> after", "<!-- two\nlines -->\n\ntext"])(
    "hides the comment in %j",
    (text) => {
      expect(shown(text)).not.toMatch(/<!--|marker|factory|lines/);
    },
  );

  it("links an anchor to the name it has here", () => {
    const markup = shown("x[^1]\n\n[^1]: the note");
    const elements = elementsOf(markup);
    const targets = elements.flatMap(({ properties }) => (properties.id === undefined ? [] : [`#${properties.id}`]));
    const local = elements
      .map(({ properties }) => String(properties.href ?? ""))
      .filter((href) => href.startsWith("#"));
    expect(local.length).toBeGreaterThan(0);
    for (const href of local) expect(targets).toContain(href);
  });
});

describe("references", () => {
  it.each([
    ["#12", '<a href="/acme/product/issues/12">#12</a>'],
    ["(see #12)", '(see <a href="/acme/product/issues/12">#12</a>)'],
    ["@admin please", "<strong>@admin</strong> please"],
    ["a".repeat(40), `<a href="/acme/product/commit/${"a".repeat(40)}"><code>aaaaaaa</code></a>`],
  ])("are made of %s", (text, markup) => {
    expect(shown(text)).toBe(`<p>${markup}</p>`);
  });

  it.each([
    "`#12`",
    "a#12",
    "&#12;",
    "mail@admin",
    "`@admin`",
    `x${"a".repeat(40)}`,
    "[#12](https://example.com)",
    "#12345678901",
  ])("are not made of %s", (text) => {
    expect(shown(text)).not.toMatch(/acme|<strong>/);
  });
});

describe("a file's own links", () => {
  const file: MarkdownPlace = {
    repositoryPath: "/acme/product",
    lines: "joined",
    relativeTo: { links: "/acme/product/blob/main/docs/", images: "/acme/product/raw/main/docs/" },
  };
  it.each([
    ["[x](b.md)", 'href="/acme/product/blob/main/docs/b.md"'],
    ["[x](../b.md)", 'href="/acme/product/blob/main/docs/../b.md"'],
    ["![x](p.png)", 'src="/acme/product/raw/main/docs/p.png"'],
    ["[x](/b.md)", 'href="/b.md"'],
    ["[x](#part)", 'href="#user-content-part"'],
    ["[x](https://example.com)", 'href="https://example.com"'],
    ["[x](mailto:a@b.c)", 'href="mailto:a@b.c"'],
  ])("%s is %s", (text, part) => {
    expect(shown(text, file)).toContain(part);
  });

  it("stay as written in a conversation", () => {
    expect(shown("[x](b.md) ![y](p.png)")).toContain('<a href="b.md">x</a> <img src="p.png" alt="y">');
  });
});

describe("hostile Markdown", () => {
  it.each(HOSTILE_MARKDOWN)("does nothing: %s", (_name, text) => {
    expect(dangers(shown(text))).toEqual([]);
  });

  it("does nothing when pieces of it are put together in any way", () => {
    const pieces = fc.array(
      fc.constantFrom(...HOSTILE_MARKDOWN.map(([, text]) => text), "\n\n", "> ", "- ", "|", "`", "<div>"),
      {
        maxLength: 5,
      },
    );
    fc.assert(
      fc.property(pieces, (texts) => {
        expect(dangers(shown(texts.join("")))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    "<script>1</script>",
    '<img src="x" onerror="1">',
    '<a href="javascript:1">x</a>',
    '<p style="x">x</p>',
    '<div id="content">x</div>',
    '<div class="card">x</div>',
    '<div data-live="block">x</div>',
  ])("would be noticed: %s", (markup) => {
    expect(dangers(markup)).not.toEqual([]);
  });
});

describe("a page's memory of Markdown", () => {
  it("gives the same markup for the same text and place, and another one elsewhere", () => {
    const markdown = createMarkdown();
    expect(markdown("#1", CONVERSATION)).toBe(markdown("#1", CONVERSATION));
    expect(render(markdown("#1", { ...CONVERSATION, repositoryPath: "/acme/other" }))).toContain(
      "/acme/other/issues/1",
    );
  });

  it("forgets when it is full, and goes on", () => {
    const markdown = createMarkdown();
    const first = markdown("0", CONVERSATION);
    for (let number = 1; number <= 500; number += 1) markdown(String(number), CONVERSATION);
    expect(markdown("0", CONVERSATION)).not.toBe(first);
    expect(markdown("0", CONVERSATION)).toEqual(first);
  });
});

describe("a text that is too long or too complex to be rendered", () => {
  const NOTE = "shown as it was written";

  it.each([
    ["quotes in quotes", "> ".repeat(4_000)],
    ["marks that each might open something", "*a_".repeat(7_000)],
    ["lists in lists", "1. ".repeat(4_000)],
    ["tags that stay open", "<b>".repeat(8_000)],
  ])("is shown as it was written, with a note: %s", (_, text) => {
    const markup = shown(text);
    expect(markup).toContain(NOTE);
    expect(markup).toContain(`<pre>${escapeText(text)}</pre>`);
    expect(dangers(markup)).toEqual([]);
  });

  it("is rendered as far as it goes, and nothing of it is lost", () => {
    const markup = shown(`# A title\n\n${"A sentence, *as* people write.\n\n".repeat(3_000)}The last word.\n`);
    expect(markup).toMatch(/^<h1>A title<\/h1>\n<p>A sentence, <em>as<\/em> people write.<\/p>/);
    expect(markup).toContain(NOTE);
    expect(markup.endsWith("The last word.\n</pre>")).toBe(true);
  });

  it("is none of sixteen kilobytes that people write", () => {
    const words = "Words of a sentence as people write them, one after the other, until it ends. ".repeat(6);
    const section = `## What follows\n\n${words} See [that](https://example.com), \`name\` and *more*.\n\n- one\n- two\n\n`;
    expect(shown(section.repeat(16_384 / section.length))).not.toContain(NOTE);
  });
});
