import { cutSlug, MAX_SLUG_LENGTH, slugify } from "./slug.js";

/**
 * One unique slug per name, in declaration order (requirements.md#slugs). A repeated slug gets the next free suffix
 * `-2`, `-3` and so on: `Login`, `Login 2`, `Login` become login, login-2, login-3. `taken` are existing folders.
 */
export function siblingSlugs(names: readonly string[], taken: Iterable<string> = []): string[] {
  const used = new Set(taken);
  const lastSuffix = new Map<string, number>();
  return names.map((name) => {
    const slug = slugify(name);
    let free = slug;
    for (let suffix = lastSuffix.get(slug) ?? 1; used.has(free); ) {
      suffix += 1;
      lastSuffix.set(slug, suffix);
      free = withSuffix(slug, suffix);
    }
    used.add(free);
    return free;
  });
}

function withSuffix(slug: string, suffix: number): string {
  const ending = `-${suffix}`;
  return `${cutSlug(slug, MAX_SLUG_LENGTH - ending.length)}${ending}`;
}
