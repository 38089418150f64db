import fc from "fast-check";
import { type Dimensions, Dimensions as DimensionsSchema, PURE, TOTAL } from "../../src/domain/contract/dimensions.js";
import { isPlaceholder } from "../../src/domain/placeholder.js";

const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }).filter((value) => !isPlaceholder(value));
const word = fc.stringMatching(/^[a-z]{3,8}$/).filter((value) => !isPlaceholder(value));
const rules = fc.uniqueArray(text, { maxLength: 3 });

const input = fc
  .record({ name: word, type: word, optional: fc.boolean(), constraints: rules })
  .map(({ optional, ...rest }) => (optional ? { ...rest, optional: true as const } : rest));
const output = fc.record({ name: word, type: word, invariants: rules });
const errorSurface = fc.record({
  name: word,
  when: text,
  surface: fc.constantFrom("exception" as const, "code" as const, "variant" as const),
});
const effect = fc.record({
  type: fc.constantFrom("POST", "PUT", "PATCH", "WRITE", "CALL", "MUTATION" as const),
  target: word,
  description: text,
});

const named = <T extends { name: string }>(item: fc.Arbitrary<T>) =>
  fc.uniqueArray(item, { minLength: 1, maxLength: 4, selector: ({ name }) => name });

/** Any valid interface. */
export const anInterface: fc.Arbitrary<Dimensions> = fc
  .record({
    inputs: named(input),
    outputs: named(output),
    error_surfaces: fc.oneof(fc.constant(TOTAL), named(errorSurface)),
    effects: fc.oneof(
      fc.constant(PURE),
      fc.uniqueArray(effect, { minLength: 1, maxLength: 4, selector: ({ type, target }) => `${type} ${target}` }),
    ),
    modes: fc
      .record({ sync: fc.boolean(), async: fc.boolean(), notes: text })
      .filter(({ sync, async }) => sync || async),
  })
  .map((value) => DimensionsSchema.parse(value));
