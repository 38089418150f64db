import { describe, expect, it } from "vitest";
import { z } from "zod";
import { deficienciesFromZod, formatPath, toReport } from "../../src/domain/deficiency.js";

describe("deficiencies", () => {
  it("are split into what blocks and what is shown, and none is lost", () => {
    const error = { path: "a", field: "a", severity: "ERROR", message: "x" } as const;
    const warning = { path: "b", field: "b", severity: "WARNING", message: "y" } as const;
    expect(toReport([warning, error, warning])).toEqual({ errors: [error], warnings: [warning, warning] });
  });

  it("name the path as one would write it, and the field that a person looks for", () => {
    const schema = z.object({ pillars: z.array(z.object({ name: z.string() })) });
    const parsed = schema.safeParse({ pillars: [{ name: "a" }, { name: 1 }] });
    expect(deficienciesFromZod(parsed.error as z.ZodError)).toMatchObject([
      { path: "pillars[1].name", field: "name", severity: "ERROR" },
    ]);
  });

  it("name the list when an item of it is wrong", () => {
    const parsed = z.object({ tags: z.array(z.string()) }).safeParse({ tags: [1] });
    expect(deficienciesFromZod(parsed.error as z.ZodError)).toMatchObject([{ path: "tags[0]", field: "tags" }]);
  });

  it("format an empty path as the document itself", () => {
    expect(formatPath([])).toBe("");
  });
});
