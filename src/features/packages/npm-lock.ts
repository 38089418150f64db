import { z } from "zod";
import { jsonExtent } from "../../domain/json-extent.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";

const Ranges = z.record(z.string(), z.string()).default({});

/** One package of a lock file, with the fields that decide what is installed. */
export const LockedPackage = z.looseObject({
  name: z.string().optional(),
  version: z.string().optional(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  link: z.boolean().optional(),
  inBundle: z.boolean().optional(),
  hasInstallScript: z.boolean().optional(),
  dependencies: Ranges,
  devDependencies: Ranges,
  optionalDependencies: Ranges,
  peerDependencies: Ranges,
});
export type LockedPackage = z.infer<typeof LockedPackage>;

/** The tree that npm 6 reads and newer versions write as well. */
export type LegacyPackage = {
  version?: string | undefined;
  resolved?: string | undefined;
  integrity?: string | undefined;
  dependencies?: Record<string, LegacyPackage> | undefined;
};
const LegacyPackage: z.ZodType<LegacyPackage> = z.lazy(() =>
  z.looseObject({
    version: z.string().optional(),
    resolved: z.string().optional(),
    integrity: z.string().optional(),
    dependencies: z.record(z.string(), LegacyPackage).optional(),
  }),
);

/** `package-lock.json`: packages by their folder, the project itself at the empty path. */
export const NpmLock = z.looseObject({
  lockfileVersion: z.union([z.literal(2), z.literal(3)], "must be 2 or 3: older lock files do not name every package"),
  packages: z.record(z.string(), LockedPackage),
  dependencies: z.record(z.string(), LegacyPackage).optional(),
});
export type NpmLock = z.infer<typeof NpmLock>;

/** The dependency fields of `package.json`. */
export const NpmManifest = z.looseObject({
  dependencies: Ranges,
  devDependencies: Ranges,
  optionalDependencies: Ranges,
  peerDependencies: Ranges,
});
export type NpmManifest = z.infer<typeof NpmManifest>;

/** Real trees nest a dozen levels. A malicious depth would overflow the stack. */
const MAX_DEPTH = 200;

/** JSON of a known form, or what is wrong with the file. */
export function readJson<S extends z.ZodType>(path: string, text: string, schema: S): Outcome<z.output<S>> {
  if (jsonExtent(new TextEncoder().encode(text)).depth > MAX_DEPTH)
    return refuse("too-deep", `${path} is nested deeper than ${MAX_DEPTH} levels`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return refuse("not-json", `${path} is not JSON: ${error.message}`);
  }
  // Half of a surrogate pair can be neither hashed nor written to a file.
  if (/\\ud[89a-f]/i.test(JSON.stringify(value))) return refuse("malformed", `${path} holds half a character`);
  const read = schema.safeParse(value);
  if (read.success) return accept(read.data);
  const [issue] = read.error.issues;
  return refuse("malformed", `${path}: ${issue?.path.map(String).join(".") ?? ""}: ${issue?.message ?? "malformed"}`);
}

const FOLDER = "node_modules/";

/** The package name of a folder in the tree; undefined for the project and its workspaces. */
export function packageNameAt(folder: string): string | undefined {
  const at = folder.lastIndexOf(FOLDER);
  return at === -1 || (at > 0 && folder[at - 1] !== "/") ? undefined : folder.slice(at + FOLDER.length);
}
