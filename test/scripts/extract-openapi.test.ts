import { describe, expect, it } from "vitest";
import type { DescribedPackage } from "../../.github/scripts/openapi/described-packages.js";
import { extractRest, extractWebhooks, printExtract } from "../../.github/scripts/openapi/extract-description.js";

const SOURCE: DescribedPackage = {
  name: "descriptions",
  version: "1.2.3",
  integrity: "sha512-abc",
  file: "all.json",
  extract: "here.json",
};
const HEADER = {
  package: "descriptions",
  version: "1.2.3",
  integrity: "sha512-abc",
  file: "all.json",
  by: "npm run extract-openapi",
};
const json = (schema: object) => ({ "application/json": { schema } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const DESCRIPTION = {
  paths: {
    "/labels": {
      get: {
        summary: "Lists labels",
        parameters: [{ name: "page" }],
        responses: {
          200: {
            description: "Labels",
            headers: { Link: {} },
            content: { ...json({ type: "array", items: ref("label"), example: [1] }), "text/html": { schema: {} } },
          },
          304: { description: "Nothing new" },
          404: { $ref: "#/components/responses/not_found" },
        },
      },
      post: {
        requestBody: { required: true, content: json({ type: "object", required: ["description"] }) },
        responses: { 201: { content: json(ref("label")) } },
      },
      delete: { responses: { 204: {} } },
    },
    "/app": { get: { responses: { 200: { content: json(ref("app")) } } } },
  },
  components: {
    schemas: {
      label: {
        title: "Label",
        type: "object",
        required: ["description", "example"],
        properties: {
          description: { type: "string", description: "What it is for", default: "", minLength: 1 },
          example: { enum: ["title", { default: "kept: this is data" }] },
          parent: { anyOf: [ref("label"), ref("color")], "x-note": "goes" },
        },
      },
      color: { type: "string", nullable: true, pattern: "^[0-9a-f]{6}$", example: "ff0000" },
      app: { type: "object" },
      "basic-error": { type: "object" },
    },
    responses: { not_found: { description: "Gone", content: json(ref("basic-error")) } },
  },
};

describe("an extract of the REST API", () => {
  const extract = extractRest(DESCRIPTION, ["POST /labels", "GET /labels"], SOURCE);

  it("has the JSON bodies of what is asked for, every status, and nothing else", () => {
    expect(extract["x-extracted-from"]).toEqual(HEADER);
    expect(extract.paths).toEqual({
      "/labels": {
        get: {
          responses: {
            200: { content: json({ type: "array", items: ref("label") }) },
            304: {},
            404: { $ref: "#/components/responses/not_found" },
          },
        },
        post: {
          requestBody: { content: json({ type: "object", required: ["description"] }) },
          responses: { 201: { content: json(ref("label")) } },
        },
      },
    });
  });

  it("has what these refer to, in circles too, and keeps properties whose names are words of a schema", () => {
    expect(extract.components).toEqual({
      responses: { not_found: { content: json(ref("basic-error")) } },
      schemas: {
        "basic-error": { type: "object" },
        color: { type: "string", nullable: true, pattern: "^[0-9a-f]{6}$" },
        label: {
          type: "object",
          required: ["description", "example"],
          properties: {
            description: { type: "string", minLength: 1 },
            example: { enum: ["title", { default: "kept: this is data" }] },
            parent: { anyOf: [ref("label"), ref("color")] },
          },
        },
      },
    });
  });

  it("is printed the same whatever the order it is asked for, a line for each operation and component", () => {
    const text = printExtract(extract);
    expect(printExtract(extractRest(DESCRIPTION, ["GET /labels", "POST /labels"], SOURCE))).toBe(text);
    expect(JSON.parse(text)).toEqual(extract);
    for (const start of ['"get":', '"post":', '"color":', '"not_found":'])
      expect(text.split("\n").filter((line) => line.startsWith(start))).toHaveLength(1);
  });

  it("is refused when GitHub does not have what is asked for", () => {
    expect(() => extractRest(DESCRIPTION, ["GET /app", "PUT /labels", "GET /lables"], SOURCE)).toThrow(
      "descriptions@1.2.3 does not describe PUT /labels, GET /lables",
    );
  });

  it("is refused when the description lacks what it refers to", () => {
    const broken = { ...DESCRIPTION, components: { ...DESCRIPTION.components, responses: {} } };
    expect(() => extractRest(broken, ["GET /labels"], SOURCE)).toThrow("#/components/responses/not_found");
  });
});

describe("an extract of the webhooks", () => {
  const webhook = (subcategory: string, schema: string) => ({
    post: {
      summary: "goes",
      requestBody: { content: json(ref(schema)) },
      responses: { 200: { description: "goes" } },
      "x-github": { subcategory },
    },
  });
  const described = {
    webhooks: {
      "label-edited": webhook("label", "edited"),
      "label-created": webhook("label", "created"),
      "label-group-created": webhook("label_group", "group"),
    },
    components: { schemas: { created: { type: "object" }, edited: { type: "object" }, group: { type: "object" } } },
  };

  it("has every action of the events that are asked for, and no other event", () => {
    const picked = (schema: string) => ({
      post: { requestBody: { content: json(ref(schema)) }, responses: { 200: {} } },
    });
    const extract = extractWebhooks(described, ["label"], SOURCE);
    expect(extract).toEqual({
      "x-extracted-from": HEADER,
      webhooks: { "label-created": picked("created"), "label-edited": picked("edited") },
      components: { schemas: { created: { type: "object" }, edited: { type: "object" } } },
    });
    expect(Object.keys(extract.webhooks as object)).toEqual(["label-created", "label-edited"]);
  });

  it("is refused when GitHub does not send what is asked for", () => {
    expect(() => extractWebhooks(described, ["label", "labels"], SOURCE)).toThrow(
      "descriptions@1.2.3 does not describe labels",
    );
  });
});
