import { describe, expect, it } from "vitest";
import { render } from "../../../../src/sandbox/pages/html.js";
import { pageOf, pager } from "../../../../src/sandbox/pages/parts/pager.js";

const items = Array.from({ length: 61 }, (_, index) => index);
const at = (query: string) => new URL(`http://127.0.0.1/x${query}`);

describe("pageOf", () => {
  it.each([
    ["", 1, 0, 30],
    ["?page=2", 2, 30, 30],
    ["?page=3", 3, 60, 1],
    ["?page=4", 3, 60, 1],
    ["?page=0", 1, 0, 30],
    ["?page=-1", 1, 0, 30],
    ["?page=1.5", 1, 0, 30],
    ["?page=x", 1, 0, 30],
  ])("%j is page %i, from %i on, %i long", (query, number, first, length) => {
    const page = pageOf(at(query), items);
    expect([page.number, page.last, page.items[0], page.items.length]).toEqual([number, 3, first, length]);
  });

  it("has one page of nothing", () => {
    expect(pageOf(at(""), [])).toEqual({ items: [], number: 1, last: 1 });
  });
});

describe("pager", () => {
  const links = (query: string) => {
    const nav = pager(at(query), pageOf(at(query), items));
    return nav === undefined
      ? undefined
      : [...render(nav).matchAll(/href="([^"]+)">(\w+)/g)].map(([, href, word]) => [word, href]);
  };
  it("leads to the neighbours and keeps the rest of the address", () => {
    expect(links("?state=closed")).toEqual([["Older", "/x?state=closed&amp;page=2"]]);
    expect(links("?page=2")).toEqual([
      ["Newer", "/x?page=1"],
      ["Older", "/x?page=3"],
    ]);
    expect(links("?page=3")).toEqual([["Newer", "/x?page=2"]]);
  });

  it("is not there for one page", () => {
    expect(pager(at(""), pageOf(at(""), items.slice(0, 30)))).toBeUndefined();
    expect(pager(at(""), pageOf(at(""), items.slice(0, 31)))).toBeDefined();
  });
});
