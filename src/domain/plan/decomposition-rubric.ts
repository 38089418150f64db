/**
 * The criteria of a micro module (requirements.md#decomposition-rubric), as data: the planner follows them, the
 * Challenger checks them.
 */
export const DECOMPOSITION_RUBRIC: readonly string[] = [
  "One sentence describes it: one behaviour from input to output.",
  "It brings at most one public contract surface.",
  "It can be shipped by itself: its tests are local and black-box.",
  "Its dependencies are clear, and reach it through contracts only.",
];
