import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { IMPORT_TABLE, ONLY_IN } from "./import-table.js";
import { type Import, importsOf, roomOf as roomIn, sourceFiles } from "./imports.js";

const SRC = fileURLToPath(new URL("../../src", import.meta.url));
const files = sourceFiles(SRC);
const roomOf = (file: string) => roomIn(file, Object.keys(IMPORT_TABLE));

function violation({ file, specifier }: Import): string | undefined {
  const room = IMPORT_TABLE[roomOf(file)];
  if (room === undefined) return `${file} is in a room that the import table does not know`;
  if (specifier.startsWith(".")) {
    const target = roomOf(path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier)));
    if (target === roomOf(file) || room.rooms.includes("*") || room.rooms.includes(target)) return undefined;
    return `${file} imports ${specifier}, but ${roomOf(file)} may not look into ${target}`;
  }
  const name = specifier.startsWith("@") ? specifier.split("/").slice(0, 2).join("/") : (specifier.split("/")[0] ?? "");
  const only = ONLY_IN[name];
  if (only !== undefined && only !== roomOf(file)) return `${file} imports ${name}, which only ${only} may use`;
  if (room.packages === "any" || room.packages.includes(name)) return undefined;
  return `${file} imports the package ${name}, which ${roomOf(file)} may not use`;
}

describe("the import table", () => {
  it("matches files at all: a check over nothing is not a check", () => {
    expect(files.length).toBeGreaterThan(20);
    for (const room of Object.keys(IMPORT_TABLE)) expect(files.map(roomOf), `no file in ${room}`).toContain(room);
  });

  it("is obeyed by every file of src/", () => {
    const violations = files
      .flatMap((file) => importsOf(SRC, file))
      .map((found) => violation(found))
      .filter((text) => text !== undefined);
    expect(violations).toEqual([]);
  });

  it.each([
    ["domain/x.ts", "../github/forge.js", "may not look into github"],
    ["domain/x.ts", "node:fs", "may not use"],
    ["domain/deep/x.ts", "../../yaml/yaml.js", "may not look into yaml"],
    ["features/undo/x.ts", "../../github/forge.js", "may not look into github"],
    ["domain/x.ts", "@octokit/rest", "may not use"],
    ["model/conversation/x.ts", "@anthropic-ai/sdk/resources/messages", "only model/providers/anthropic may use"],
    ["server/start/x.ts", "@anthropic-ai/sdk", "only model/providers/anthropic may use"],
    ["model/conversation/x.ts", "../providers/anthropic/y.js", "may not look into model/providers/anthropic"],
    ["attic/x.ts", "zod", "does not know"],
  ])("would catch %s importing %s", (file, specifier, words) => {
    expect(violation({ file, specifier })).toContain(words);
  });
});
