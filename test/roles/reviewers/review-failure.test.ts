import { expect, it } from "vitest";
import { Config } from "../../../src/domain/config/config.js";
import { reviewFailure } from "../../../src/roles/reviewers/review-failure.js";

const facts = { module: { work: { module_ref: "MM-0001@1.0.0" } }, config: Config.parse({}) } as never;
const wrote = (attempted: readonly string[]) =>
  reviewFailure("challenger", { kind: "wrote", attempted, usage: [] }, facts);

it("a failed review names what a reviewer tried to write with, each once", () => {
  expect(wrote(["write", "edit", "write"])).toMatchObject({ kind: "write-attempt", attempted: ["write", "edit"] });
});

it("a failed review names the first of very many, shortened, and counts the others", () => {
  const names = Array.from({ length: 3_000 }, (_, index) => `write_${index}_${"x".repeat(5_000)}`);
  const { attempted } = wrote(names) as { readonly attempted: readonly string[] };
  expect(attempted).toHaveLength(21);
  expect(attempted.at(-1)).toBe("2980 more");
  expect(JSON.stringify(attempted).length).toBeLessThan(5_000);
});
