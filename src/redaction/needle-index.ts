import { ENCODINGS } from "./encodings.js";
import { formsOf, type Secret } from "./secret.js";
import { type Skeleton, skeletonOf } from "./skeleton.js";

/** A part of a text that must not be shown. */
export type Found = { readonly name: string; readonly start: number; readonly end: number };

/** One secret in one encoding. */
type Needle = { readonly secret: Secret; readonly signs: Uint8Array; readonly needed: number };
type Block = { readonly needle: Needle; readonly at: number };
/** `maybe` quickly tells whether a hash may be in the index. A no is always right. */
type Blocks = { readonly byHash: Map<number, Block[]>; readonly maybe: Uint8Array };

/** An index of the secrets for fast search. */
export type NeedleIndex = {
  add(secret: Secret): void;
  remove(secrets: ReadonlySet<Secret>): void;
  find(skeleton: Skeleton): Found[];
};

const BASE = 0x01000193;
const MAYBE_BITS = 18;

/**
 * Cuts each needle into blocks and indexes their hashes. Any piece of a needle that is two blocks long contains a whole
 * block. So one pass over a text finds whole secrets and pieces, and its time depends on the text, not on the number of
 * secrets.
 */
export function createNeedleIndex(): NeedleIndex {
  const lengths = [...new Set(ENCODINGS.map(({ block }) => block))];
  const byLength = new Map(lengths.map((length): [number, Blocks] => [length, noBlocks()]));
  return {
    add(secret) {
      for (const { block, signs } of needlesOf(secret)) {
        const needle = { secret, signs, needed: secret.random ? block : signs.length };
        addBlocks(byLength.get(block) ?? noBlocks(), needle, block);
      }
    },
    remove(secrets) {
      for (const blocks of byLength.values()) forget(blocks, secrets);
    },
    find: (skeleton) => [...byLength].flatMap(([length, blocks]) => findBlocks(skeleton, blocks, length)),
  };
}

function needlesOf(secret: Secret): { readonly block: number; readonly signs: Uint8Array }[] {
  return formsOf(secret).flatMap((bytes) =>
    ENCODINGS.flatMap(({ block, write }) => write(bytes).map((text) => ({ block, signs: skeletonOf(text).signs }))),
  );
}

function noBlocks(): Blocks {
  return { byHash: new Map(), maybe: new Uint8Array(1 << MAYBE_BITS) };
}

function forget({ byHash, maybe }: Blocks, secrets: ReadonlySet<Secret>): void {
  maybe.fill(0);
  for (const [hash, same] of byHash) {
    const rest = same.filter(({ needle }) => !secrets.has(needle.secret));
    if (rest.length === 0) byHash.delete(hash);
    else {
      byHash.set(hash, rest);
      maybe[hash >>> (32 - MAYBE_BITS)] = 1;
    }
  }
}

function addBlocks({ byHash, maybe }: Blocks, needle: Needle, length: number): void {
  for (let at = 0; at + length <= needle.signs.length; at += length) {
    const hash = hashOf(needle.signs, at, length);
    const same = byHash.get(hash);
    maybe[hash >>> (32 - MAYBE_BITS)] = 1;
    if (same === undefined) byHash.set(hash, [{ needle, at }]);
    else same.push({ needle, at });
  }
}

function hashOf(signs: Uint8Array, from: number, length: number): number {
  let hash = 0;
  for (let at = from; at < from + length; at += 1) hash = (Math.imul(hash, BASE) + (signs[at] ?? 0) + 1) | 0;
  return hash;
}

/** A rolling hash over the text (Rabin and Karp). */
function findBlocks(skeleton: Skeleton, { byHash, maybe }: Blocks, length: number): Found[] {
  const { signs } = skeleton;
  const found: Found[] = [];
  if (signs.length < length || byHash.size === 0) return found;
  let outgoing = 1;
  for (let step = 1; step < length; step += 1) outgoing = Math.imul(outgoing, BASE);
  let hash = hashOf(signs, 0, length);
  for (let at = 0; ; at += 1) {
    const hits = maybe[hash >>> (32 - MAYBE_BITS)] === 1 ? byHash.get(hash) : undefined;
    const match = hits === undefined ? null : longest(skeleton, at, hits, length);
    if (match !== null) {
      found.push(match.found);
      // A found part is not searched again.
      const next = match.until;
      if (next + length > signs.length) return found;
      hash = hashOf(signs, next, length);
      at = next - 1;
      continue;
    }
    if (at + length >= signs.length) return found;
    hash = (Math.imul(hash - Math.imul((signs[at] ?? 0) + 1, outgoing), BASE) + (signs[at + length] ?? 0) + 1) | 0;
  }
}

function longest(
  { signs, starts, ends }: Skeleton,
  at: number,
  hits: readonly Block[],
  length: number,
): { readonly found: Found; readonly until: number } | null {
  let best: { from: number; until: number; name: string } | null = null;
  for (const { needle, at: inNeedle } of hits) {
    let before = 0;
    while (at - before > 0 && inNeedle - before > 0 && signs[at - before - 1] === needle.signs[inNeedle - before - 1])
      before += 1;
    let after = 0;
    while (
      at + after < signs.length &&
      inNeedle + after < needle.signs.length &&
      signs[at + after] === needle.signs[inNeedle + after]
    )
      after += 1;
    if (after < length || before + after < needle.needed) continue; // a hash collision, or only a part
    if (best === null || before + after > best.until - best.from)
      best = { from: at - before, until: at + after, name: needle.secret.name };
  }
  if (best === null) return null;
  const found = { name: best.name, start: starts[best.from] ?? 0, end: ends[best.until - 1] ?? 0 };
  return { found, until: best.until };
}
