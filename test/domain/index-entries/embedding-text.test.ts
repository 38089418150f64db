import { describe, expect, it } from "vitest";
import { embeddingText } from "../../../src/domain/index-entries/embedding-text.js";

const io_summary = {
  inputs: ["a: x"],
  outputs: ["b: y", "c: z"],
  error_surfaces: ["none: total"],
  effects: ["none: pure"],
  modes: ["sync"],
};

describe("the text of an embedding", () => {
  it("is purpose, tags and summary, byte for byte", () => {
    expect(embeddingText({ purpose: "Adds", tags: ["math", "pure"], io_summary })).toBe(
      'Adds\nmath, pure\n{"inputs":["a: x"],"outputs":["b: y","c: z"],"error_surfaces":["none: total"],"effects":["none: pure"],"modes":["sync"]}',
    );
  });

  it("keeps an empty line for no tags", () => {
    expect(embeddingText({ purpose: "Adds", tags: [], io_summary })).toMatch(/^Adds\n\n\{/);
  });

  it("does not depend on the order of keys", () => {
    const reversed = Object.fromEntries(Object.entries(io_summary).reverse()) as typeof io_summary;
    expect(embeddingText({ purpose: "Adds", tags: [], io_summary: reversed })).toBe(
      embeddingText({ purpose: "Adds", tags: [], io_summary }),
    );
  });
});
