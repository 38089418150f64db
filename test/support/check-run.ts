/** A check run's annotations, one per line from 1. */
export function annotations(count: number, extra: Record<string, unknown> = {}) {
  return Array.from({ length: count }, (_, index) => ({
    path: "README.md",
    start_line: index + 1,
    end_line: index + 1,
    annotation_level: "failure" as const,
    message: `line ${index + 1} is wrong`,
    ...extra,
  }));
}
