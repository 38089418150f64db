import { INSPECT_MODULE, RAISE_INTERFACE_CHANGE, SEARCH_CODE_INDEX } from "../tool-names.js";

/** Tools that could only refuse at this call. They are not offered, because every turn sends every tool again. */
export function idleTools(
  { index }: { readonly index: readonly unknown[] },
  module?: {
    readonly planned: { readonly depends_on: readonly unknown[] };
    readonly work: { readonly failures: readonly unknown[] };
  },
): string[] {
  return [
    ...(index.length === 0 ? [SEARCH_CODE_INDEX, INSPECT_MODULE] : []),
    ...(module?.planned.depends_on.length === 0 ? [RAISE_INTERFACE_CHANGE] : []),
    ...(module?.work.failures.length === 0 ? ["contest_gate"] : []),
  ];
}
