/**
 * A Map that tracks which of its values may differ from what is on disk: those that somebody got or set. Whoever got a value may change it
 * in place, so an entry stays marked until nobody can hold its value any more.
 */
import type { Change, Key } from "./change.js";
import { encode } from "./encoding.js";

/** What a collection needs of the store it belongs to. */
export type Tracking = {
  /** The current moment, counted up by the store. */
  now(): number;
  /** This collection has marked entries from now on. */
  marked(map: AnyTrackedMap): void;
};

type Mark = {
  /** When the value was last got or set. */
  since: number;
  /** The text on disk; undefined for an entry that is not there. */
  saved: string | undefined;
  /** Deleted since: if it is set again, its place is at the end. */
  deleted: boolean;
};

// biome-ignore lint/suspicious/noExplicitAny: collections of every kind are written in one way
export type AnyTrackedMap = TrackedMap<any, any>;

export class TrackedMap<K extends Key, V> extends Map<K, V> {
  /** The text on disk of every entry that was marked once. */
  private readonly texts = new Map<K, string>();
  private readonly marks = new Map<K, Mark>();
  /** What `changes` has encoded, until `settle` says that it is on disk. */
  private encoded: (readonly [K, string | undefined])[] = [];

  /** The entries count as saved. */
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
      // New entries are written in the order in which the Map has them.
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

  /** Every entry as it would be written. */
  *everything(): Generator<Change> {
    for (const [key, value] of super.entries()) yield { path: [...this.path, key], text: this.encodeValue(value) };
  }

  /** What differs from what is on disk. Entries that are `withheld` are left for later. */
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

  /** What `changes` returned is on disk. Marks from before `oldest` are dropped. True when none is left. */
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

  /** Called before a value is handed out or replaced: until then memory and disk agree about it. */
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
