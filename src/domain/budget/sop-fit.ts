import type { SizingConfig } from "../config/sizing-config.js";
import type { Sop } from "./sop.js";
import { estimateTokens } from "./tokens.js";

/** Whether every applicable standard fits in full. No standard is shortened or left out. */
export type SopFit = {
  readonly fits: boolean;
  readonly tokens: number;
  readonly reserve: number;
  readonly sops: readonly { readonly name: string; readonly tokens: number }[];
};

/**
 * Severity plays no part, so that no role concludes that some standards matter less
 * (requirements.md#all-or-nothing-standards).
 */
export function fitSops(sops: readonly Sop[], sizing: SizingConfig): SopFit {
  const sized = sops.map(({ name, body }) => ({ name, tokens: estimateTokens(body, sizing) }));
  const tokens = sized.reduce((total, sop) => total + sop.tokens, 0);
  return { fits: tokens <= sizing.sop_context_reserve, tokens, reserve: sizing.sop_context_reserve, sops: sized };
}
