import { expect, it } from "vitest";
import { paintFor } from "../../src/cli/paint.js";

it.each([
  ["a terminal", { isTTY: true }, {}, true],
  ["a pipe", {}, {}, false],
  ["NO_COLOR", { isTTY: true }, { NO_COLOR: "1" }, false],
  ["an empty NO_COLOR, which says nothing", { isTTY: true }, { NO_COLOR: "" }, true],
  ["a dumb terminal", { isTTY: true }, { TERM: "dumb" }, false],
])("the command line colours for %s: %#", (_what, stream, variables, coloured) => {
  expect(paintFor(stream, variables).good("ok")).toBe(coloured ? "\u001b[32mok\u001b[0m" : "ok");
});
