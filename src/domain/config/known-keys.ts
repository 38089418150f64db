import { configJsonSchema, type JsonSchema } from "./config-json-schema.js";

/** The keys that are allowed at a path of the configuration, and every key with its full name. */
export type KnownKeys = {
  readonly at: (path: readonly PropertyKey[]) => readonly string[];
  readonly everywhere: ReadonlyMap<string, string>;
};

/** Computed once per file: making the schema takes longer than reading the file. */
export function knownKeys(): KnownKeys {
  const root = configJsonSchema();
  const at = (path: readonly PropertyKey[]) =>
    path
      .reduce<readonly JsonSchema[]>(
        (schemas, segment) => schemas.flatMap((schema) => childrenAt(schema, segment)),
        variantsOf(root),
      )
      .flatMap(keysOf);
  return { at, everywhere: namesBelow(root, "") };
}

function childrenAt(schema: JsonSchema, segment: PropertyKey): readonly JsonSchema[] {
  if (typeof segment === "number") return schema.items ? variantsOf(schema.items) : [];
  const named = schema.properties?.[String(segment)];
  const other = typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;
  const child = named ?? other;
  return child ? variantsOf(child) : [];
}

function variantsOf(schema: JsonSchema): readonly JsonSchema[] {
  return schema.oneOf ?? [schema];
}

function keysOf(schema: JsonSchema): readonly string[] {
  return schema.propertyNames?.enum ?? Object.keys(schema.properties ?? {});
}

/** The first place where a key is allowed, outermost first: `warn_usd` is `budgets.warn_usd`. */
function namesBelow(schema: JsonSchema, prefix: string): Map<string, string> {
  const entries = Object.entries(schema.properties ?? {});
  const names = new Map(entries.map(([key]) => [key, `${prefix}${key}`]));
  for (const [key, child] of entries) {
    for (const [name, path] of namesBelow(child, `${prefix}${key}.`)) if (!names.has(name)) names.set(name, path);
  }
  return names;
}
