/** The forge's clock, in milliseconds since 1970; tests move it. */
export type Clock = () => number;

/** An instant in GitHub's form: UTC, whole seconds. */
export function instant(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d{3}Z$/, "Z");
}
