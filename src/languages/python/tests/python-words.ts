import type { AssertionNature } from "../../source-file.js";

/** unittest's own assertions. Other methods of `self` have a body here or come from a package. */
export const UNITTEST: ReadonlySet<string> = new Set(
  `assertEqual assertNotEqual assertTrue assertFalse assertIs assertIsNot assertIsNone assertIsNotNone assertIn assertNotIn
   assertIsInstance assertNotIsInstance assertIsSubclass assertNotIsSubclass assertAlmostEqual assertNotAlmostEqual assertGreater
   assertGreaterEqual assertLess assertLessEqual assertRegex assertNotRegex assertRegexpMatches assertNotRegexpMatches
   assertCountEqual assertItemsEqual assertMultiLineEqual assertSequenceEqual assertListEqual assertTupleEqual assertSetEqual
   assertDictEqual assertDictContainsSubset assertStartsWith assertNotStartsWith assertEndsWith assertNotEndsWith assertHasAttr
   assertNotHasAttr assertLogs assertNoLogs assertEquals assertNotEquals assert_ assertAlmostEquals assertNotAlmostEquals`.split(
    /\s+/,
  ),
);

/** Assertions that something fails or warns. */
export const RAISES =
  /^(?:raises|assertRaises\w*|assert_raises\w*|deprecated_call|warns|assertWarns\w*|assert_warns\w*)$/;

export const MOCKS =
  /^assert_(?:called|not_called|any_call|has_calls|called_once|called_with|called_once_with|awaited\w*|has_awaits|any_await|not_awaited)$/;

/** A name that indicates an assertion. */
export const ASSERTIVE = /^assert(?:_\w*|[A-Z]\w*)$/;

/** Packages whose `assert_that(x)` or `expect(x)` asserts nothing without a step: `.is_equal_to(2)`. */
const FLUENT = /^(?:assertpy|expects|sure|robber|playwright)(?:\.|$)/;

export function startsFluently({ specifier, imported }: { specifier: string; imported: string }): boolean {
  return FLUENT.test(specifier) && (imported === "assert_that" || imported === "expect");
}

/** The subject of a condition, or of an assertion's operands. */
export function natureOfOperands(text: string): AssertionNature {
  if (/\.(?:called|call_count|call_args(?:_list)?|mock_calls|await_count|called_once)\b/.test(text)) return "mock";
  if (/(?:==|\bin)\s*snapshot\b|^snapshot\b/.test(text)) return "snapshot";
  return "value";
}
