/**
 * A Map that tracks which of its values may differ from disk: those that were read or set. Code may change a value in
 * place after it got it, so an entry stays marked while the value may still be held.
 */
import type { Change, Key } from "./change.js";
import { encode } from "./encoding.js";

/** What a collection needs from its store. */
export type Tracking = {
  /** The current moment, a counter of the store. */
  now(): number;
  /** Reports that this collection has marked entries. */
  marked(map: AnyTrackedMap): void;
};

type Mark = {
  /** The moment when the value was last read or set. */
  since: number;
  /** The text on disk; undefined for an entry that is not there. */
  saved: string | undefined;
  /** The entry was deleted. If it is set again, its place is at the end. */
  deleted: boolean;
};

// biome-ignore lint/suspicious/noExplicitAny: collections of every kind are written in one way
export type AnyTrackedMap = TrackedMap<any, any>;

export class TrackedMap<K extends Key, V> extends Map<K, V> {
  /** The text on disk of every entry that was ever marked. */
  private readonly texts = new Map<K, string>();
  private readonly marks = new Map<K, Mark>();
  /** The values that `changes` has encoded, until `settle` confirms that they are on disk. */
  private encoded: (readonly [K, string | undefined])[] = [];

  /** The initial entries count as saved. */
  constructor(
    entries: Iterable<readonly [K, V]>,
    private readonly tracking: Tracking,
    readonly path: readonly Key[],
    private readonly encodeValue: (value: V) => string = encode,
  ) {
    super();
    for (const [key, value] of entries) super.set(key, value);
  }

  override get(key: K): V | undefined {
    const value = super.get(key);
    if (isMutable(value)) this.mark(key);
    return value;
  }

  override set(key: K, value: V): this {
    const mark = this.mark(key);
    if (!super.has(key)) {
      // New entries are written in the order of the Map.
      this.marks.delete(key);
      this.marks.set(key, mark);
    }
    return super.set(key, value);
  }

  override delete(key: K): boolean {
    if (!super.has(key)) return false;
    this.mark(key).deleted = true;
    return super.delete(key);
  }

  override clear(): void {
    for (const key of [...super.keys()]) this.delete(key);
  }

  override *entries(): MapIterator<[K, V]> {
    for (const [key, value] of super.entries()) {
      if (isMutable(value)) this.mark(key);
      yield [key, value];
    }
  }

  override *values(): MapIterator<V> {
    for (const [, value] of this.entries()) yield value;
  }

  override [Symbol.iterator](): MapIterator<[K, V]> {
    return this.entries();
  }

  override forEach(visit: (value: V, key: K, map: Map<K, V>) => void): void {
    for (const [key, value] of this.entries()) visit(value, key, this);
  }

  markAll(): void {
    for (const key of super.keys()) this.mark(key);
  }

  /** Every entry in its written form. */
  *everything(): Generator<Change> {
    for (const [key, value] of super.entries()) yield { path: [...this.path, key], text: this.encodeValue(value) };
  }

  /** The entries that differ from disk, without those that are `withheld`. */
  changes(withheld: (key: K, value: V | undefined) => boolean): Change[] {
    const changes: Change[] = [];
    this.encoded = [];
    for (const [key, { saved, deleted }] of this.marks) {
      const value = super.get(key);
      if (withheld(key, value)) continue;
      const text = super.has(key) ? this.encodeValue(value as V) : undefined;
      this.encoded.push([key, text]);
      const hasMoved = deleted && text !== undefined && saved !== undefined;
      if (text === saved && !hasMoved) continue;
      const path = [...this.path, key];
      if (hasMoved) changes.push({ path, text: undefined });
      changes.push({ path, text });
    }
    return changes;
  }

  /** Confirms that the last `changes` are on disk, and drops marks from before `oldest`. True when none is left. */
  settle(oldest: number): boolean {
    for (const [key, text] of this.encoded) {
      const mark = this.marks.get(key);
      if (mark === undefined) continue;
      if (text === undefined) this.texts.delete(key);
      else this.texts.set(key, text);
      if (mark.since < oldest) this.marks.delete(key);
      else Object.assign(mark, { saved: text, deleted: false });
    }
    this.encoded = [];
    return this.marks.size === 0;
  }

  /** Called before a value is returned or replaced. Until then, memory and disk agree about it. */
  private mark(key: K): Mark {
    const since = this.tracking.now();
    const known = this.marks.get(key);
    if (known !== undefined) {
      known.since = since;
      return known;
    }
    const mark = { since, saved: this.savedText(key), deleted: false };
    this.marks.set(key, mark);
    if (this.marks.size === 1) this.tracking.marked(this);
    return mark;
  }

  private savedText(key: K): string | undefined {
    const known = this.texts.get(key);
    if (known !== undefined || !super.has(key)) return known;
    const text = this.encodeValue(super.get(key) as V);
    this.texts.set(key, text);
    return text;
  }
}

const isMutable = (value: unknown) => typeof value === "object" && value !== null;
