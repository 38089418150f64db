import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const FOLDER = fileURLToPath(new URL("../../src/features/", import.meta.url));

/** The head of every table that is written out: the text before a line of `|---|`. */
const HEAD = /"(\|[^"\n]*\|)",\s*"\|(?:-{3}\|)+"/g;

it("the documentation names every column of every table", () => {
  const heads = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) =>
      [...readFileSync(`${FOLDER}${file}`, "utf8").matchAll(HEAD)].map(([, head = ""]) => `${file}: ${head}`),
    );
  expect(heads.length).toBeGreaterThan(10);
  expect(heads.filter((head) => /\|\s*\|/.test(head))).toEqual([]);
});
