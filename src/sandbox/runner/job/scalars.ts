type Scalar = string | number | boolean | null;

/** YAML's scalars as strings for processes and actions. */
export function scalars(values: Readonly<Record<string, Scalar>> | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values ?? {}).map(([name, value]) => [name, value === null ? "" : String(value)]),
  );
}
