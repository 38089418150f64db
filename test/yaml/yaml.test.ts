import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { FactoryState } from "../../src/engine/factory-state.js";
import { readYaml, writeYaml, YAML_LIMITS, type YamlProblem } from "../../src/yaml/yaml.js";
import { stateOf } from "../support/large-state.js";

const Person = z.strictObject({
  name: z.string().min(1),
  age: z.number().int(),
  friends: z.array(z.strictObject({ name: z.string() })).default([]),
});

function problemsIn(text: string, schema: z.ZodType = Person, limits = YAML_LIMITS): readonly YamlProblem[] {
  const outcome = readYaml("people.yml", text, schema, limits);
  if (outcome.ok) throw new Error(`expected a refusal, read ${JSON.stringify(outcome.value)}`);
  expect(outcome.refusal.code).toBe("yaml-invalid");
  return outcome.refusal.details?.problems as readonly YamlProblem[];
}

describe("reading YAML", () => {
  it("gives the checked value, defaults filled in", () => {
    expect(readYaml("people.yml", "name: Ada\nage: 36\n", Person)).toEqual({
      ok: true,
      value: { name: "Ada", age: 36, friends: [] },
    });
  });

  it("names file, line, field and expectation of every problem at once", () => {
    const outcome = readYaml("people.yml", "name: Ada\nage: old\nfriends:\n  - name: Bob\n  - name: 7\n", Person);
    expect(outcome).toMatchObject({
      ok: false,
      refusal: {
        message: [
          "people.yml:2: age: Invalid input: expected number, received string",
          "people.yml:5: friends[1].name: Invalid input: expected string, received number",
        ].join("\n"),
      },
    });
  });

  it("says that a merge was left unfinished, and where", () => {
    expect(problemsIn("name: Ada\n<<<<<<< HEAD\nage: 36\n=======\nage: 37\n>>>>>>> theirs\n")).toEqual([
      { line: 2, field: "", message: "a merge conflict was left here; choose one side" },
    ]);
  });

  it("points an unknown key at its own line", () => {
    expect(problemsIn("name: Ada\nage: 36\nnick: A\n")).toEqual([
      { line: 3, field: "nick", message: "there is no such field: remove it" },
    ]);
  });

  it("leaves what a schema itself says about an unknown key as it is", () => {
    const Terse = z.strictObject({ name: z.string() }, { error: "only a name is taken" });
    expect(problemsIn("name: Ada\nnick: A\n", Terse)).toEqual([
      { line: 2, field: "nick", message: "only a name is taken" },
    ]);
  });

  it("points a missing key at the mapping it is missing from", () => {
    expect(problemsIn("name: Ada\nage: 1\nfriends:\n  - {}\n")).toMatchObject([{ line: 4, field: "friends[0].name" }]);
  });

  it("finds the line of a value behind an alias", () => {
    const text = "name: Ada\nage: 1\nfriends:\n  - &bob\n    name: 7\n  - *bob\n";
    expect(problemsIn(text).map(({ line, field }) => `${line} ${field}`)).toEqual([
      "5 friends[0].name",
      "5 friends[1].name",
    ]);
  });

  it.each([
    ["broken syntax", "name: [Ada\n", 2],
    ["a tab as indentation", "name:\n\tAda\n", 2],
    ["the same key twice", "name: Ada\nname: Bob\nage: 1\n", 2],
    ["a tag that would build something else", "name: !!binary aGk=\nage: 1\n", 1],
    ["an undefined alias", "name: *nobody\nage: 1\n", 1],
  ])("refuses %s and says on which line", (_what, text, line) => {
    expect(problemsIn(text)).toMatchObject([{ line }]);
  });

  it("refuses a second document", () => {
    expect(problemsIn("name: Ada\nage: 1\n---\nname: Bob\n")[0]?.message).toContain("several");
  });

  it.each(["", "# only a comment\n", "---\n"])("reads an empty document %j as null", (text) => {
    expect(readYaml("empty.yml", text, z.null())).toEqual({ ok: true, value: null });
  });

  it("says that a file is empty where something is needed", () => {
    expect(problemsIn("")[0]?.message).toMatch(/^the file is empty: /);
  });

  it("does not read dates, octal-looking words or yes and no as anything but text", () => {
    const value = { on: "2026-01-01", answer: "yes", mode: "1_000" };
    expect(readYaml("x.yml", "on: 2026-01-01\nanswer: yes\nmode: 1_000\n", z.unknown())).toEqual({ ok: true, value });
  });
});

describe("bounds on YAML from outside", () => {
  it("refuses one byte more than the limit and reads the limit itself", () => {
    const text = `name: "${"é".repeat(10)}"\nage: 1\n`;
    const maxBytes = Buffer.byteLength(text);
    expect(readYaml("x.yml", text, Person, { ...YAML_LIMITS, maxBytes }).ok).toBe(true);
    expect(problemsIn(text, Person, { ...YAML_LIMITS, maxBytes: maxBytes - 1 })[0]?.message).toContain(
      `${maxBytes} bytes`,
    );
  });

  it("refuses nesting deeper than the limit", () => {
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
    expect(readYaml("x.yml", nested(7), z.unknown(), { ...YAML_LIMITS, maxDepth: 8 }).ok).toBe(true);
    expect(problemsIn(nested(8), z.unknown(), { ...YAML_LIMITS, maxDepth: 8 })).toHaveLength(1);
  });

  it("refuses more aliases than the limit", () => {
    const text = "a: &a 1\nb: *a\nc: *a\n";
    expect(readYaml("x.yml", text, z.unknown(), { ...YAML_LIMITS, maxAliases: 2 }).ok).toBe(true);
    expect(problemsIn(text, z.unknown(), { ...YAML_LIMITS, maxAliases: 1 })).toHaveLength(1);
  });

  it("refuses a small file whose aliases write out to a huge one", () => {
    const laughs = Array.from({ length: 12 }, (_, level) =>
      level === 0
        ? "l0: &l0 [x, x]"
        : `l${level}: &l${level} [${Array(5)
            .fill(`*l${level - 1}`)
            .join(", ")}]`,
    ).join("\n");
    expect(problemsIn(laughs, z.unknown())[0]?.message).toMatch(/aliases written out/);
  });

  it("reads a state of ten thousand tasks", () => {
    expect(readYaml("state.yml", stateOf(10_000), FactoryState).ok).toBe(true);
  });

  it("refuses a file that begins more values than are read, before they are built", () => {
    const text = `a:\n${"- {a: [b, c, d]}\n".repeat(400_000)}`;
    expect(problemsIn(text, z.unknown())[0]?.message).toContain("begins too many values");
  });

  it("refuses a value that contains itself", () => {
    expect(problemsIn("a: &a [1, *a]\n", z.unknown())[0]?.message).toContain("stands inside the value");
  });

  it("refuses the key that could change a prototype", () => {
    expect(problemsIn("__proto__:\n  polluted: true\n", z.unknown())[0]?.message).toContain("__proto__");
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe("a refusal of a file in which everything is wrong", () => {
  const unknown = (keys: number) => Array.from({ length: keys }, (_, key) => `k${key}:\n`).join("");

  it("names the first fifty problems and says how many more there are", () => {
    const outcome = readYaml("x.yml", `name: Ada\nage: 1\n${unknown(9_000)}`, Person);
    if (outcome.ok) throw new Error("expected a refusal");
    const lines = outcome.refusal.message.split("\n");
    expect(lines).toHaveLength(51);
    expect(lines[49]).toBe("x.yml:52: k49: there is no such field: remove it");
    expect(lines[50]).toBe("x.yml: and 8950 more");
    expect(outcome.refusal.details?.problems).toHaveLength(50);
  });

  it("is shorter than the file, however long a key is", () => {
    const outcome = readYaml(
      "x.yml",
      Array.from({ length: 60 }, (_, key) => `k${key}${"x".repeat(1_000)}: 1\n`).join(""),
      Person,
    );
    expect(JSON.stringify(outcome).length).toBeLessThan(60_000);
  });
});

describe("writing YAML", () => {
  it("puts keys into the schema's order, whatever order they were set in", () => {
    expect(writeYaml({ friends: [], age: 36, name: "Ada" }, Person)).toBe("name: Ada\nage: 36\nfriends: []\n");
  });

  it("refuses to write what could not be read back", () => {
    expect(() => writeYaml({ name: "", age: 1, friends: [] }, Person)).toThrow(z.ZodError);
  });

  it("writes a shared value twice rather than an alias", () => {
    const bob = { name: "Bob" };
    expect(writeYaml({ name: "Ada", age: 1, friends: [bob, bob] }, Person)).not.toContain("*");
  });

  it("round-trips any JSON value exactly", () => {
    const key = fc.string({ unit: "grapheme" }).filter((name) => name !== "__proto__");
    const { json } = fc.letrec((tie) => ({
      json: fc.oneof(
        { maxDepth: 4 },
        fc.string({ unit: "grapheme", maxLength: 300 }),
        fc.stringMatching(/^[\s#:'"|>&*!%@`\\-]{0,20}$/),
        fc.double({ noNaN: true }),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie("json")),
        fc.dictionary(key, tie("json"), { noNullPrototype: true }),
      ),
    }));
    fc.assert(
      fc.property(json, (value) => {
        const outcome = readYaml("x.yml", writeYaml(value, z.unknown()), z.unknown());
        expect(outcome).toEqual({ ok: true, value });
      }),
      { numRuns: 400 },
    );
  });
});
