import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
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
  it("is made of instructions that exist, in two stages on one Node", () => {
    expect(stages.flat().filter(({ word }) => !KNOWN.has(word))).toEqual([]);
    expect(stages.map(([from]) => from?.rest)).toEqual(["node:24-slim AS build", "node:24-slim"]);
  });

  it("runs the App as nobody special, and asks whether it is up", () => {
    expect(all("USER")).toEqual(["node"]);
    expect(all("RUN")).toEqual([]);
    expect(JSON.parse(all("CMD")[0] ?? "")).toEqual(["node", "dist/main.js"]);
    expect(all("HEALTHCHECK")[0]).toContain("/healthz");
  });

  it.each([
    [200, 0],
    [500, 1],
  ])("takes an App that answers %i for one whose health is %i", async (status, exit) => {
    const server = createServer((request, response) => {
      response.writeHead(request.url === "/healthz" ? status : 404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const [program, ...args]: string[] = JSON.parse(all("HEALTHCHECK")[0]?.split("CMD ")[1] ?? "");
    expect(program).toBe("node");
    const child = spawn(process.execPath, args, { env: { PORT: String(port) }, stdio: "inherit" });
    expect(await once(child, "exit")).toEqual([exit, null]);
    server.close();
  });

  it("is started as the README says: again after a crash and with the machine, but not when somebody stopped it", () => {
    const run = /^# Run: +(docker run .*)$/m.exec(readFileSync("Dockerfile", "utf8"))?.[1] ?? "none";
    expect(run).toContain(" --restart unless-stopped ");
    expect(readFileSync("README.md", "utf8")).toContain(run);
  });

  it("takes along every file that the App reads beside its code", () => {
    const copied = all("COPY").map((rest) => rest.split(" ").at(-1)?.replace("./", "") ?? "");
    const read = readdirSync("src", { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => `src/${file}`)
      .filter((file) => !/^src\/(?:sandbox|cli|cli\.ts)/.test(file))
      .flatMap((file) => [
        ...readFileSync(file, "utf8").matchAll(/(?:new URL\(|from )["'`](?:\.\.\/)+([\w-]+\/[\w./-]*|[\w-]+)/g),
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
