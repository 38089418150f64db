import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

type Instruction = { readonly word: string; readonly rest: string };

/** Instructions by stage; a line that ends in a backslash goes on. */
function stagesOf(dockerfile: string): Instruction[][] {
  const instructions = dockerfile
    .replaceAll("\\\n", " ")
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("#"))
    .map((line) => ({ word: line.split(" ")[0] ?? "", rest: line.slice(line.indexOf(" ") + 1) }));
  const starts = instructions.flatMap(({ word }, index) => (word === "FROM" ? [index] : []));
  return starts.map((start, index) => instructions.slice(start, starts[index + 1]));
}

const stages = stagesOf(readFileSync("Dockerfile", "utf8"));
const last = stages.at(-1) ?? [];
const all = (word: string) => last.filter((instruction) => instruction.word === word).map(({ rest }) => rest);
const KNOWN = new Set(["FROM", "WORKDIR", "COPY", "RUN", "ENV", "USER", "EXPOSE", "STOPSIGNAL", "HEALTHCHECK", "CMD"]);

describe("the Dockerfile", () => {
  it("is made of instructions that exist, in two stages on the oldest Node that is supported", () => {
    expect(stages.flat().filter(({ word }) => !KNOWN.has(word))).toEqual([]);
    expect(stages.map(([from]) => from?.rest)).toEqual(["node:20-slim AS build", "node:20-slim"]);
  });

  it("runs the App as nobody special, and asks whether it is up", () => {
    expect(all("USER")).toEqual(["node"]);
    expect(all("RUN")).toEqual([]);
    expect(JSON.parse(all("CMD")[0] ?? "")).toEqual(["node", "dist/main.js"]);
    expect(all("HEALTHCHECK")[0]).toContain("/healthz");
    const command = all("HEALTHCHECK")[0]?.split("CMD ")[1] ?? "";
    expect(JSON.parse(command)).toHaveLength(3);
  });

  it("takes along every file that the App reads beside its code", () => {
    const copied = all("COPY").map((rest) => rest.split(" ").at(-1)?.replace("./", "") ?? "");
    const read = readdirSync("src", { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => `src/${file}`)
      .filter((file) => !/^src\/(?:sandbox|cli|cli\.ts)/.test(file))
      .flatMap((file) => [
        ...readFileSync(file, "utf8").matchAll(/new URL\(["'`](?:\.\.\/)+([\w-]+\/[\w./-]*|[\w-]+)/g),
      ])
      .map(([, path = ""]) => path)
      .filter((path) => existsSync(path));
    expect(read.length).toBeGreaterThan(2);
    for (const path of read)
      expect(
        copied.some((folder) => `${path}/`.startsWith(`${folder}/`)),
        path,
      ).toBe(true);
  });

  it("copies nothing that is not there, and no secret", () => {
    const sources = stages
      .flat()
      .filter(({ word, rest }) => word === "COPY" && !rest.startsWith("--from") && rest !== ". .");
    for (const { rest } of sources)
      for (const path of rest.split(" ").slice(0, -1)) expect(existsSync(path), path).toBe(true);
    const ignored = readFileSync(".dockerignore", "utf8").split("\n");
    expect(ignored).toEqual(expect.arrayContaining([".env", "*.pem", ".git", "node_modules"]));
  });
});
