import { parseArgs } from "node:util";

export type Asked = { readonly names: readonly string[]; readonly json: boolean; readonly help: boolean };

/** Which benches, and how their figures are printed. What is wrong with the arguments is a sentence. */
export function readArguments(args: readonly string[], known: readonly string[]): Asked | string {
  const read = parsed(args);
  if (typeof read === "string") return read;
  const { values, positionals } = read;
  const unknown = positionals.filter((name) => !known.includes(name));
  if (unknown.length > 0) return `there is no bench called ${unknown.join(", ")}. There are: ${known.join(", ")}`;
  return {
    names: positionals.length === 0 ? known : known.filter((name) => positionals.includes(name)),
    json: values.json === true,
    help: values.help === true,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { json: { type: "boolean" }, help: { type: "boolean", short: "h" } },
    });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return error.message;
  }
}
