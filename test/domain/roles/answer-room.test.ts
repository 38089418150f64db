import { describe, expect, it } from "vitest";
import { z } from "zod";
import { Role } from "../../../src/domain/artifacts/producer.js";
import { fits, fitsItsRole, STATEMENT_ROOM } from "../../../src/domain/roles/answer-room.js";
import { writeYaml, YAML_LIMITS } from "../../../src/yaml/yaml.js";

const said = (outcome: ReturnType<typeof fits>) => (outcome.ok ? "" : outcome.refusal.message);
const failures = (count: number) => ({ verdict: "FAIL", failures: Array.from({ length: count }, () => "x") });

describe("the room that an answer has", () => {
  it("ends with the last entry of a list that still counts", () => {
    expect(fits(failures(STATEMENT_ROOM.entries), STATEMENT_ROOM).ok).toBe(true);
    expect(said(fits(failures(STATEMENT_ROOM.entries + 1), STATEMENT_ROOM))).toContain(
      "failures has 51 entries, and at most 50 are taken",
    );
  });

  it("ends with the last character that still counts, whatever field it is in", () => {
    const empty = JSON.stringify({ rationale: "" }).length;
    const long = (characters: number) => ({ rationale: "x".repeat(characters - empty) });
    expect(fits(long(STATEMENT_ROOM.characters), STATEMENT_ROOM).ok).toBe(true);
    expect(said(fits(long(STATEMENT_ROOM.characters + 1), STATEMENT_ROOM))).toContain("60001 characters");
  });

  it("is the same for a list inside another, which is named by its place", () => {
    const nested = { criteria: [{ tests: [] }, { tests: Array.from({ length: 60 }, () => "t") }] };
    expect(said(fits(nested, STATEMENT_ROOM))).toContain("criteria[1].tests has 60 entries");
  });

  it("is refused in few words, however much is too long", () => {
    const many = Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`list${index}`, failures(51).failures]));
    const words = said(fits(many, { ...STATEMENT_ROOM, characters: 10_000_000 }));
    expect(words).toContain("and 895 more lists are too long");
    expect(words.length).toBeLessThan(600);
  });

  it.each(Role.options)("leaves what a %s says readable as a file of its own", (role) => {
    const room = (characters: number) => {
      // Short entries below one another are what YAML makes most of.
      const row = Array.from({ length: 40 }, () => "a");
      const rows = Array.from({ length: Math.floor(characters / (JSON.stringify(row).length + 1)) - 1 }, () => row);
      return Object.fromEntries(rows.map((value, index) => [index, value]));
    };
    let characters = 1_000;
    while (fitsItsRole(room(characters * 2), role).ok) characters *= 2;
    const text = writeYaml({ kept: { below: room(characters) } }, z.unknown());
    expect(Buffer.byteLength(text)).toBeLessThan(YAML_LIMITS.maxBytes);
  });

  it("takes a value that no JSON has as what it is: nothing", () => {
    expect(fitsItsRole(undefined, "judge").ok).toBe(true);
  });
});
