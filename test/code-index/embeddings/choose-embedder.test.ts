import { describe, expect, it } from "vitest";
import { chooseEmbedder } from "../../../src/code-index/embeddings/choose-embedder.js";
import type { EmbedderConfig } from "../../../src/domain/config/embedder-config.js";
import { anEmbedder } from "../../support/fake-embedder.js";

const local = anEmbedder({});
const hosted = new Map<string, string | null>([
  ["https://api.example.com", "key"],
  ["http://127.0.0.1:8080", null],
]);
const at = (url: string): EmbedderConfig => ({ kind: "http", url, model: "small", dimensions: 512 });

describe("the embedder of a repository", () => {
  it("is the App's own when it asks for the local one", () => {
    expect(chooseEmbedder({ kind: "local" }, { local, hosted })).toEqual({ ok: true, value: local });
  });

  it.each(["https://api.example.com/v1", "http://127.0.0.1:8080"])("may be %s, which is allowed", (url) => {
    expect(chooseEmbedder(at(url), { local, hosted })).toMatchObject({
      ok: true,
      value: { model: "small", dimensions: 512 },
    });
  });

  it.each([
    "https://evil.example.com/v1",
    "http://api.example.com/v1",
    "https://api.example.com:8443/v1",
    "https://api.example.com.evil.org/v1",
    "http://169.254.169.254/latest",
  ])("may not be %s, which nobody allowed", (url) => {
    const { origin } = new URL(url);
    expect(chooseEmbedder(at(url), { local, hosted })).toMatchObject({
      ok: false,
      refusal: { code: "embedder-not-allowed", message: expect.stringContaining(origin), details: { origin } },
    });
  });
});
