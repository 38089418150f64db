import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { html, render, trusted } from "../../../src/sandbox/pages/html.js";

const PAGES = fileURLToPath(new URL("../../../src/sandbox/pages", import.meta.url));
const sources = readdirSync(PAGES, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));

describe("html", () => {
  it("escapes text, in content and in attributes", () => {
    const hostile = `<img src=x onerror="alert('1')"> & more`;
    expect(render(html`<p title="${hostile}">${hostile}</p>`)).toBe(
      '<p title="&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; more">&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; more</p>',
    );
  });

  it("leaves markup as it is, lists included, and numbers as they read", () => {
    expect(render(html`<ul>${[html`<li>${1}</li>`, html`<li>${"<"}</li>`, [trusted("<b>x</b>")]]}</ul>`)).toBe(
      "<ul><li>1</li><li>&lt;</li><b>x</b></ul>",
    );
  });

  it.each([undefined, null, false] as const)("says nothing for %s", (nothing) => {
    expect(render(html`a${nothing}b`)).toBe("ab");
  });

  it("shows zero, which is not nothing", () => {
    expect(render(html`${0}`)).toBe("0");
  });

  it("lets no text of any kind become an element or end an attribute", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(render(html`${text}`)).not.toMatch(/[<>"']/);
      }),
      { numRuns: 200 },
    );
  });

  it("is not fooled by data that looks like markup", () => {
    const parsed = JSON.parse('{"markup":"<b>","Symbol(markup)":"<b>"}');
    expect(render(html`${parsed}`)).not.toContain("<b>");
  });
});

describe("the templates", () => {
  it("are there to be looked at", () => {
    expect(sources.length).toBeGreaterThan(30);
  });

  it.each(sources)("%s quotes every attribute that has a value put in", (file) => {
    const text = readFileSync(path.join(PAGES, file), "utf8");
    expect(text.match(/<[a-z][^>`]*\s[\w-]+=\$\{/g)).toBeNull();
  });

  it("call only the sanitiser's output and fixed drawings trusted", () => {
    const callers = sources.filter((file) => /\btrusted\(/.test(readFileSync(path.join(PAGES, file), "utf8")));
    expect(callers.toSorted()).toEqual(["html.ts", "markdown/markdown.ts", "parts/icon.ts"]);
  });
});
