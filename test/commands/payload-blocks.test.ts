import { describe, expect, it } from "vitest";
import { commandsIn, onlyCommand, onlyRefusal, refusalsIn } from "../support/commands.js";

const verbsIn = (body: string) => commandsIn(body).map(({ verb }) => verb);

describe("the payload of a command", () => {
  const first = "- drop: T-core-export-csv-002\n  reason: Not needed.\n";
  const second = "- skip: T-core-export-xml-001\n  reason: Not now.\n";
  const adjustment = [{ drop: "T-core-export-csv-002", reason: "Not needed." }];

  it.each([
    ["right below it", `/factory adjust\n\`\`\`yaml\n${first}\`\`\``],
    ["after words and an empty line", `/factory adjust\nAs discussed:\n\n\`\`\`yaml\n${first}\`\`\`\nThanks.`],
    ["in tildes", `/factory adjust\n~~~yaml\n${first}~~~`],
    ["called yml", `/factory adjust\n\`\`\`yml\n${first}\`\`\``],
    ["called YAML", `/factory adjust\n\`\`\`YAML\n${first}\`\`\``],
    ["with something behind its language", `/factory adjust\n\`\`\`yaml title=plan\n${first}\`\`\``],
    ["indented by three spaces", `/factory adjust\n   \`\`\`yaml\n   ${first.replace("\n", "\n   ")}\`\`\``],
    ["with CRLF line ends", `/factory adjust\n\`\`\`yaml\n${first}\`\`\``.replaceAll("\n", "\r\n")],
    ["never closed", `/factory adjust\n\`\`\`yaml\n${first}`],
    ["after a block in another language", `/factory adjust\n\`\`\`ts\nx\n\`\`\`\n\`\`\`yaml\n${first}\`\`\``],
    ["before another one", `/factory adjust\n\`\`\`yaml\n${first}\`\`\`\n\`\`\`yaml\n${second}\`\`\``],
    ["after one that belongs to nobody", `\`\`\`yaml\n${second}\`\`\`\n/factory adjust\n\`\`\`yaml\n${first}\`\`\``],
    ["inside details", `/factory adjust\n<details>\n\n\`\`\`yaml\n${first}\`\`\`\n\n</details>`],
    [
      "with a command inside",
      `/factory adjust\n\`\`\`yaml\n${first}#\n/factory approve\n\`\`\``.replace("#\n/", "# /"),
    ],
  ])("is the first yaml block: %s", (_, body) => {
    expect(onlyCommand(body)).toEqual({ verb: "adjust", adjustment });
  });

  it.each([
    ["it has no language", `/factory adjust\n\`\`\`\n${first}\`\`\``],
    ["it is another language", `/factory adjust\n\`\`\`json\n${first}\`\`\``],
    ["it only begins like it", `/factory adjust\n\`\`\`yaml5\n${first}\`\`\``],
    ["it stands before the command", `\`\`\`yaml\n${first}\`\`\`\n/factory adjust`],
    ["it is quoted", `/factory adjust\n> \`\`\`yaml\n> - drop: x\n> \`\`\``],
    ["it is quoted by HTML", `/factory adjust\n<blockquote>\n\n\`\`\`yaml\n${first}\`\`\`\n\n</blockquote>`],
    ["it is indented code", `/factory adjust\n\n    ${first.replace("\n", "\n    ")}`],
  ])("is not there when %s", (_, body) => {
    expect(onlyRefusal(body).code).toBe("payload-needed");
  });

  it("belongs to one command alone", () => {
    const body = `/factory adjust\n/factory status\n\`\`\`yaml\n${first}\`\`\``;
    expect(verbsIn(body)).toEqual(["status"]);
    expect(refusalsIn(body)).toMatchObject([{ code: "payload-needed" }]);
  });

  it("is given to each command separately", () => {
    const body = `/factory adjust\n\`\`\`yaml\n${first}\`\`\`\n/factory adjust\n\`\`\`yaml\n${second}\`\`\``;
    expect(commandsIn(body)).toEqual([
      { verb: "adjust", adjustment },
      { verb: "adjust", adjustment: [{ skip: "T-core-export-xml-001", reason: "Not now." }] },
    ]);
  });
});
