import { describe, expect, it } from "vitest";
import { commandsIn, readingsOf } from "../support/commands.js";

describe("a command is found", () => {
  it.each([
    ["alone", "/factory approve"],
    ["with a line end", "/factory approve\n"],
    ["with trailing spaces", "/factory approve   "],
    ["with trailing tabs", "/factory approve\t\t"],
    ["with several spaces before the verb", "/factory    approve"],
    ["with a tab before the verb", "/factory\tapprove"],
    ["in capitals", "/FACTORY APPROVE"],
    ["in mixed case, as a phone types it", "/Factory Approve"],
    ["with CRLF line ends", "Looks good.\r\n\r\n/factory approve\r\n"],
    ["with old Mac line ends", "Looks good.\r/factory approve\r"],
    ["after a line of prose in the same paragraph", "Looks good!\n/factory approve"],
    ["before a line of prose in the same paragraph", "/factory approve\nThanks, all."],
    ["after a line with a hard break", "Looks good!  \n/factory approve"],
    ["after a heading", "# Verdict\n/factory approve"],
    ["as an underlined heading", "/factory approve\n---\nThat is all."],
    ["after a horizontal rule", "a\n\n---\n/factory approve"],
    ["after a list, without an empty line", "- good names\n- good tests\n/factory approve"],
    ["after a quote and an empty line", "> Should this ship?\n\n/factory approve"],
    ["after a closed fence", "```\n/factory reject no\n```\n/factory approve"],
    ["after a fence closed by a longer one", "```\nx\n`````\n/factory approve"],
    ["after inline code that is closed", "I read `spec.yml`.\n/factory approve"],
    ["under a long paragraph of names from code", `${"snake_case_name other_name_of_it\n".repeat(60)}/factory approve`],
    ["after an unmatched backtick", "It's a ` sign\n/factory approve"],
    ["after a link", "See [the spec](https://example.org).\n/factory approve"],
    ["after a mail address", "Asked a@example.org.\n/factory approve"],
    ["after a bare link", "See www.example.org\n/factory approve"],
    ["after a bare link behind an open bracket", "See [www.example.org\n/factory approve"],
    ["after emphasis", "This is **good**.\n/factory approve"],
    ["after a closed HTML comment", "<!-- template -->\n\n/factory approve"],
    ["after a stray closing tag", "</blockquote>\n\n/factory approve"],
    ["inside details", "<details>\n<summary>Verdict</summary>\n\n/factory approve\n\n</details>"],
    ["after an HTML quote that is closed", "<blockquote>\n\nSure?\n\n</blockquote>\n\n/factory approve"],
    ["after a table and an empty line", "| a |\n|---|\n| b |\n\n/factory approve"],
    ["after a link definition", "[a]: https://example.org\n\n/factory approve"],
    ["after a quoted comment that mentions HTML quotes", "<!-- <blockquote> -->\n\n/factory approve"],
    ["after two thousand empty lines", `${"\n".repeat(2_000)}/factory approve`],
  ])("%s", (_, body) => {
    expect(readingsOf(body)).toMatchObject([{ outcome: { ok: true } }]);
    expect(commandsIn(body)).toEqual([{ verb: "approve" }]);
  });

  it("with the number and the text of its line", () => {
    expect(readingsOf("Hello\r\n\r\n/factory status ")).toMatchObject([{ line: 3, written: "/factory status " }]);
  });
});

describe("nothing is said about a command that is only shown", () => {
  it.each([
    ["a quoted command in a reply", "> /factory approve\n\nShould I?"],
    ["a quote without a space", ">/factory approve"],
    ["a nested quote", "> > /factory approve"],
    ["a nested quote in a list", "- a\n  > /factory approve"],
    ["a list in a quote", "> - x\n>\n> /factory approve"],
    ["a fence with backticks", "```\n/factory approve\n```"],
    ["a fence with tildes", "~~~\n/factory approve\n~~~"],
    ["a fence with tildes that backticks do not close", "~~~\n```\n/factory approve\n~~~"],
    ["a fence that a shorter one does not close", "````\n```\n/factory approve\n````"],
    ["a fence that a fence with a language does not close", "```\n```yaml\n/factory approve\n```"],
    ["an unclosed fence", "```\nI forgot to close this.\n\n/factory approve"],
    ["a fence after prose without an empty line", "Say:\n```\n/factory approve\n```"],
    ["a fence in an ordered list", "1. Say:\n   ```\n   /factory approve\n   ```"],
    ["a fence with CRLF", "```\r\n/factory approve\r\n```\r\n"],
    ["a yaml fence", "```yaml\n/factory approve\n```"],
    ["a long fence", `\`\`\`\n${"/factory approve\n".repeat(200)}\`\`\``],
    ["indented code", "Say:\n\n    /factory approve"],
    ["indented code with a tab", "Say:\n\n\t/factory approve"],
    ["inline code", "`/factory approve`"],
    ["inline code over several lines", "`\n/factory approve\n`"],
    ["inline code with two backticks over several lines", "Use ``x\n/factory approve\n`` here"],
    ["an HTML comment", "<!-- /factory approve -->"],
    ["an HTML comment over several lines", "<!--\n/factory approve\n-->"],
    ["an HTML comment with empty lines", "<!--\n\n/factory approve\n\n-->"],
    ["an unclosed HTML comment", "<!--\n\n/factory approve"],
    ["an HTML comment inside a paragraph", "Fine <!--\n/factory approve\n--> indeed"],
    ["the middle of a line", "Please say /factory approve"],
    ["a link text", "[/factory approve](https://example.org)"],
    ["a bullet", "- /factory approve"],
    ["a numbered item", "1. /factory approve"],
    ["a task item", "- [ ] /factory approve"],
    ["a table cell", "| a |\n|---|\n| /factory approve |"],
    ["a heading", "# /factory approve"],
    ["bold text", "**/factory approve**"],
    ["struck-out text", "~~/factory approve~~"],
    ["an escaped slash", "\\/factory approve"],
    ["an HTML entity", "&#47;factory approve"],
    ["a mention before it", "@factory /factory approve"],
    ["another bot's command", "/approve\n/lgtm"],
    ["a longer word", "/factoryapprove"],
    ["a path", "/factory/state is a branch"],
    ["a line separator that is no line end in Markdown", "Say\u2028/factory approve"],
    ["a next-line character that is no line end in Markdown", "Say\u0085/factory approve"],
    ["a form feed that is no line end in Markdown", "Say\f/factory approve"],
    ["an empty comment", ""],
    ["prose", "The factory will approve this."],
  ])("%s", (_, body) => {
    expect(readingsOf(body)).toEqual([]);
  });
});
