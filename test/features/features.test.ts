import { describe, expect, it } from "vitest";
import { FactoryEvent } from "../../src/engine/event.js";
import { FEATURES } from "../../src/features/features.js";

describe("the features", () => {
  it("have names of their own", () => {
    const names = FEATURES.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(FactoryEvent.options.map(({ shape }) => shape.kind.value))("one of them reduces %s", (kind) => {
    const owners = FEATURES.filter(({ reduce }) => reduce?.[kind] !== undefined).map(({ name }) => name);
    expect(owners).toHaveLength(1);
  });
});
