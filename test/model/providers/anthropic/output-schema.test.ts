import { describe, expect, it } from "vitest";
import { z } from "zod";
import { toolSchema } from "../../../../src/model/answer-schema.js";
import { outputSchema } from "../../../../src/model/providers/anthropic/output-schema.js";
import { ROLE_ACTIVITIES } from "../../../support/role-activities.js";

describe("a schema on the wire", () => {
  it.each(Object.entries(ROLE_ACTIVITIES))(
    "carries what %s answers, as output and as a tool's input",
    (_name, activity) => {
      expect(outputSchema(activity.Answer).schema).toMatchObject({ type: "object" });
      expect(toolSchema(activity.Answer).schema).toMatchObject({ type: "object" });
    },
  );

  it("says several patterns of one text in words, since the provider takes no untyped allOf", () => {
    const schema = outputSchema(z.strictObject({ name: z.string().regex(/^a/).regex(/z$/) })).schema;
    expect(JSON.stringify(schema)).toContain("Matches ^a and z$.");
    expect(JSON.stringify(schema)).not.toContain("allOf");
  });
});
