import { describe, expect, it } from "vitest";
import { MAX_INLINE } from "../../../src/commands/markdown/placement.js";
import { commandsIn, onlyRefusal, readingsOf } from "../../support/commands.js";

const verbsIn = (body: string) => commandsIn(body).map(({ verb }) => verb);

describe("a line that was meant as a command but is none gets a hint and does nothing", () => {
  it.each([
    ["right below a quote, which Markdown adds to it", "> Ready?\n/factory approve", "part of a quote"],
    ["right below a quote in a list", "- > Ready?\n/factory approve", "part of a quote"],
    ["right below a quote in capitals", "> Ready?\n/FACTORY approve", "part of a quote"],
    ["right below a table", "| a |\n|---|\n/factory approve", "row of the table"],
    ["right below an HTML tag", "<details>\n/factory approve\n</details>", "HTML block"],
    ["between HTML tags that quote", "<blockquote>\n\n/factory approve\n\n</blockquote>", "part of a quote"],
    [
      "between HTML quotes after a stray closing tag",
      "</blockquote>\n\n<blockquote>\n\n/factory approve",
      "part of a quote",
    ],
    ["in nested HTML quotes", "<pre>\n</pre>\n<BLOCKQUOTE>\n<q>\n\n</q>\n\n/factory approve", "part of a quote"],
    ["in an HTML attribute", 'See <a title="\n/factory approve\n">this</a>', "HTML block"],
    ["inside a link over several lines", "[a\n/factory approve\n](https://example.org)", "other formatting"],
    ["inside bold text over several lines", "**a\n/factory approve\nb**", "other formatting"],
    ["inside struck-out text over several lines", "~~a\n/factory approve\nb~~", "other formatting"],
    ["inside a footnote", "x[^1]\n\n[^1]: y\n/factory approve", "other formatting"],
    ["inside a link definition", '[a]: b "\n/factory approve\n"', "other formatting"],
    ["with a space before it", " /factory approve", "white space"],
    ["with a tab before it in a paragraph", "Hello\n\t/factory approve", "white space"],
    ["as the continuation of a list item", "- a\n  /factory approve", "white space"],
    ["with a full-width slash", "\uff0ffactory approve", "only look like"],
    ["with a fraction slash", "\u2044factory approve", "only look like"],
    ["with a division slash", "\u2215factory approve", "only look like"],
    ["with a Cyrillic a", "/f\u0430ctory approve", "only look like"],
    ["with a Cyrillic o and c", "/fa\u0441t\u043ery approve", "only look like"],
    ["with Greek letters", "/fact\u03bfry approve", "only look like"],
    ["with full-width letters", "/\uff46\uff41\uff43\uff54\uff4f\uff52\uff59 approve", "only look like"],
    ["with a zero-width space before it", "\u200b/factory approve", "only look like"],
    ["with a byte order mark before it", "\ufeff/factory approve", "only look like"],
    ["with a zero-width joiner in it", "/fac\u200dtory approve", "only look like"],
    ["with a soft hyphen in it", "/fac\u00adtory approve", "only look like"],
    ["with a right-to-left mark in it", "/factory\u200f approve", "only look like"],
    ["with a non-breaking space behind it", "/factory\u00a0approve", "only look like"],
    ["with an ideographic space behind it", "/factory\u3000approve", "only look like"],
    ["with an accent", "/fact\u00f3ry approve", "only look like"],
    ["with a slip", "/facotry approve", "misspelt"],
    ["with two slips", "/fctry approve", "misspelt"],
    ["with two slashes", "//factory approve", "misspelt"],
    ["with a space in it", "/ factory approve", "misspelt"],
    ["with a colon", "/factory:approve", "misspelt"],
    ["with a hyphen", "/factory-approve", "misspelt"],
  ])("%s", (_, body, words) => {
    const refusal = onlyRefusal(body);
    expect(commandsIn(body)).toEqual([]);
    expect(refusal).toMatchObject({ code: "near-miss", details: { suggestion: "approve" } });
    expect(refusal.message).toContain(words);
    expect(refusal.message).toContain("Did you mean `/factory approve`?");
  });

  it("inside a paragraph too long to look into", () => {
    const command = "\n/factory approve";
    const prose = "A sentence with `code` in it that goes on. ".repeat(100).slice(0, MAX_INLINE - command.length);
    expect(verbsIn(`${prose}${command}`)).toEqual(["approve"]);
    expect(onlyRefusal(`${prose}.${command}`).message).toContain("very long paragraph");
    expect(verbsIn(`${prose}.\n${command}`)).toEqual(["approve"]);
  });

  it("only once a comment, however many there are, and beside the commands that count", () => {
    const readings = readingsOf(" /factory approve\n\n/factory status\n\n /factory reject x\n\n> a\n/factory pause");
    expect(readings.map(({ line, outcome }) => [line, outcome.ok])).toEqual([
      [1, false],
      [3, true],
    ]);
  });

  it.each([
    ["a path that is close to the word", "/factories are built"],
    ["three slips", "/fctrx approve"],
    ["a slip in both words", "/facotry aprove"],
    ["no verb behind it", "/facotry is the folder"],
    ["in code", "```\n\uff0ffactory approve\n```"],
    ["in a quote", "> a\n /factory approve"],
    ["quoted, with no verb behind it", "> a\n/factory makes things"],
  ])("but not %s", (_, body) => {
    expect(readingsOf(body)).toEqual([]);
  });
});

describe("an unknown verb", () => {
  it.each([
    ["/factory aprove", "approve"],
    ["/factory aproved now", "approve"],
    ["/factory amendspec", "amend-spec"],
    ["/factory amend_spec", "amend-spec"],
    ["/factory amend\u2013spec", "amend-spec"],
    ["/factory reviseplan", "revise-plan"],
    ["/factory ice-approve", "ice approve"],
    ["/factory iceapprove", "ice approve"],
    ["/factory ice aprove", "ice approve"],
    ["/factory amendment acept", "amendment accept"],
    ["/factory contineu", "continue"],
    ["/factory \u0430pprove", "approve"],
    ["/factory approve\u00a0", "approve"],
    ["/factory approve\u200b", "approve"],
    ["/factory approve.", "approve"],
    ["/factory approve!", "approve"],
    ["/factory /approve", "approve"],
    ["/factory `approve`", "approve"],
  ])("%s is answered with the nearest verb, %s", (body, suggestion) => {
    const refusal = onlyRefusal(body);
    expect(refusal).toMatchObject({ code: "unknown-verb", details: { suggestion } });
    expect(refusal.message).toContain(`did you mean \`/factory ${suggestion}\`?`);
  });

  it.each([["/factory"], ["/factory "], ["/factory frobnicate"], ["/factory 42"], [`/factory ${"a".repeat(5_000)}`]])(
    "%s without a near one points to help",
    (body) => {
      const refusal = onlyRefusal(body);
      expect(refusal.code).toBe("unknown-verb");
      expect(refusal.message).toContain("`/factory help`");
      expect(refusal.message).not.toContain("did you mean");
    },
  );

  it.each([
    ["/factory ice", ["ice approve", "ice reject", "ice defer"]],
    ["/factory ICE please", ["ice approve", "ice reject", "ice defer"]],
    ["/factory amendment", ["amendment accept", "amendment reject"]],
  ])("%s is answered with its second words", (body, choices) => {
    expect(onlyRefusal(body)).toMatchObject({ code: "unknown-verb", details: { choices } });
  });

  it("with a foreign letter is not run", () => {
    expect(commandsIn("/factory reje\u0441t x")).toEqual([]);
  });
});
