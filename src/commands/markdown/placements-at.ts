import { quotedByHtml } from "./html-quotes.js";
import { inlineCost } from "./parsing-cost.js";
import { type Placement, placementsIn } from "./placement.js";
import type { Block } from "./top-level-blocks.js";

/** The total budget for parsing inside paragraphs. Formatting on every letter is expensive, and no person writes it. */
const MAX_INLINE_COST = 12_288;

/** The context of each place of a comment. Places and blocks are in order, so each is visited once. */
export function placementsAt(body: string, blocks: readonly Block[], offsets: readonly number[]): Placement[] {
  const quoted = quotedByHtml(blocks);
  const readers = new Map<Block, (offset: number) => Placement>();
  let index = 0;
  let cost = 0;
  const mayPlace = (text: string) => {
    const costOfText = inlineCost(text);
    if (cost + costOfText > MAX_INLINE_COST) return false;
    cost += costOfText;
    return true;
  };
  return offsets.map((offset) => {
    while ((blocks[index]?.end ?? Number.POSITIVE_INFINITY) <= offset) index++;
    const block = blocks[index];
    if (block === undefined || offset < block.start) return "formatting";
    if (quoted[index]) return "quote";
    const placementAt = readers.get(block) ?? placementsIn(body, block, mayPlace);
    readers.set(block, placementAt);
    return placementAt(offset);
  });
}
