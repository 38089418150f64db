import { z } from "zod";

const id = (pattern: RegExp, example: string) => z.string().regex(pattern, `must look like ${example}`);

/** A git object name. */
export const Sha = id(/^[0-9a-f]{40}$/, "a 40-character git SHA");
export type Sha = z.infer<typeof Sha>;

/** A SHA-256 in hexadecimal: contract fingerprints and content digests. */
export const Digest = id(/^[0-9a-f]{64}$/, "a 64-character SHA-256");
export type Digest = z.infer<typeof Digest>;

/** `major.minor.patch` only (requirements.md#versions). */
export const Version = id(/^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/, "1.0.0");
export type Version = z.infer<typeof Version>;

/** An instant as ISO 8601 in UTC. The core never reads a clock: instants are passed in. */
export const Instant = z.iso.datetime({ error: "must be an ISO 8601 instant such as 2026-01-31T12:00:00Z" });
export type Instant = z.infer<typeof Instant>;

/** Ids inside a product spec (requirements.md#product-spec). They map to task ids, which the project loop makes. */
export const SpecId = id(/^SPEC-\d{3,}$/, "SPEC-001");
export const PillarId = id(/^PIL-\d{3,}$/, "PIL-001");
export const EpicId = id(/^EPC-\d{3,}$/, "EPC-001");
export const StoryId = id(/^STR-\d{3,}$/, "STR-001");
export const SpecTaskId = id(/^TSK-\d{3,}$/, "TSK-001");
export type SpecTaskId = z.infer<typeof SpecTaskId>;

/** `T-{pillar}-{epic}-{story}-{seq}`, at most 128 characters (requirements.md#task-ids). */
export const TaskId = id(/^T-[a-z0-9]+(?:-[a-z0-9]+)*-\d{3}$/, "T-core-auth-login-001").max(128);
export type TaskId = z.infer<typeof TaskId>;

/** A micro module. The loop assigns its number. */
export const ModuleId = id(/^MM-\d{4,}$/, "MM-0001");
export type ModuleId = z.infer<typeof ModuleId>;

/** One shipped version of a module: `MM-0001@1.0.0`. */
export const ModuleRef = id(/^MM-\d{4,}@(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/, "MM-0001@1.0.0");
export type ModuleRef = z.infer<typeof ModuleRef>;

/** A module and a semver range: `MM-0001@^1.0.0`. */
export const ModuleRange = id(/^MM-\d{4,}@[\^~<>=]{0,2}\s?\d[\w.\-+ <>=^~|]*$/, "MM-0001@^1.0.0");
export type ModuleRange = z.infer<typeof ModuleRange>;

export function moduleRef(moduleId: ModuleId, version: Version): ModuleRef {
  return `${moduleId}@${version}`;
}

export function parseModuleRef(ref: string): { moduleId: ModuleId; version: Version } {
  const at = ref.indexOf("@");
  return { moduleId: ref.slice(0, at), version: ref.slice(at + 1) };
}
