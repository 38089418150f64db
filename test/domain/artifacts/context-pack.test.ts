import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildContextPack, type ContextPackRequest } from "../../../src/domain/artifacts/build-context-pack.js";
import { ContextPack, packPermission } from "../../../src/domain/artifacts/context-pack.js";
import { narrower, Permission, ViewPermission } from "../../../src/domain/artifacts/permission.js";
import { Role } from "../../../src/domain/artifacts/producer.js";
import { permissionFor, RoleInput, Situation } from "../../../src/domain/artifacts/visibility.js";
import { now } from "../../support/artifacts.js";

const request: ContextPackRequest = {
  id: "CP-00000001",
  createdFor: { role: "challenger", run_id: "run-1", task_ref: "T-core-text-slug-001" },
  situation: "ordinary",
  now,
  candidates: [
    { ref: "CTR-00000001@1.0.0", input: "module-contract", reason: "what is judged" },
    { ref: "IMPL-00000001@1.0.0", input: "implementation-source", reason: "the source" },
    { ref: "MM-0007@1.2.0", input: "dependency-contracts", reason: "a declared dependency" },
  ],
};

const paths = (candidate: unknown) => ContextPack.safeParse(candidate).error?.issues.map(({ path }) => path.join("."));

describe("a Context Pack", () => {
  const pack = buildContextPack(request);

  it("includes what the table allows, and excludes the rest with the reason", () => {
    expect(pack).toEqual({
      context_pack_id: "CP-00000001",
      created_for: request.createdFor,
      included_refs: [
        { ref: "CTR-00000001@1.0.0", permission: "FULL", reason: "what is judged" },
        { ref: "MM-0007@1.2.0", permission: "CONTRACT_ONLY", reason: "a declared dependency" },
      ],
      excluded_refs: [
        { ref: "IMPL-00000001@1.0.0", reason: "the challenger is not given implementation-source (ordinary)" },
      ],
      default_permission: "CONTRACT_ONLY",
      created_at: now,
    });
  });

  it("answers for a reference: as listed, never when excluded, the default otherwise", () => {
    expect(packPermission(pack, "CTR-00000001@1.0.0")).toBe("FULL");
    expect(packPermission(pack, "IMPL-00000001@1.0.0")).toBe("NEVER");
    expect(packPermission(pack, "MM-0099@1.0.0")).toBe("CONTRACT_ONLY");
  });

  it("narrows for size and never widens", () => {
    const narrowed = buildContextPack({
      ...request,
      candidates: [
        { ref: "CTR-00000001@1.0.0", input: "module-contract", reason: "too large", atMost: "METADATA_ONLY" },
        { ref: "MM-0007@1.2.0", input: "dependency-contracts", reason: "all of it", atMost: "FULL" },
        { ref: "EX-00000001@1.0.0", input: "module-examples", reason: "not needed this time", atMost: "NEVER" },
      ],
    });
    expect(narrowed.included_refs.map(({ permission }) => permission)).toEqual(["METADATA_ONLY", "CONTRACT_ONLY"]);
    expect(narrowed.excluded_refs).toEqual([{ ref: "EX-00000001@1.0.0", reason: "not needed this time" }]);
  });

  it("follows the table for every role, input and situation", () => {
    const anyOf = <T>(options: readonly T[]) => fc.constantFrom(...options);
    fc.assert(
      fc.property(anyOf(Role.options), anyOf(RoleInput.options), anyOf(Situation.options), (role, input, situation) => {
        const built = buildContextPack({
          ...request,
          createdFor: { ...request.createdFor, role, task_ref: role === "product" ? "" : "T-core-text-slug-001" },
          situation,
          candidates: [{ ref: "X-1@1.0.0", input, reason: "because" }],
        });
        expect(packPermission(built, "X-1@1.0.0")).toBe(permissionFor(role, input, situation));
      }),
      { numRuns: 500 },
    );
  });

  it("has CONTRACT_ONLY as its default, and no other", () => {
    expect(paths({ ...pack, default_permission: "FULL" })).toEqual(["default_permission"]);
  });

  it("lists a reference once", () => {
    const twice = [...pack.included_refs, { ref: "CTR-00000001@1.0.0", permission: "SUMMARY_ONLY", reason: "again" }];
    expect(paths({ ...pack, included_refs: twice })).toEqual(["included_refs"]);
    const both = [...pack.excluded_refs, { ref: "CTR-00000001@1.0.0", reason: "also excluded" }];
    expect(paths({ ...pack, excluded_refs: both })).toEqual(["included_refs"]);
  });

  it("gives a reason for each reference", () => {
    const silent = [{ ref: "X-1@1.0.0", permission: "FULL", reason: " " }];
    expect(paths({ ...pack, included_refs: silent })).toEqual(["included_refs.0.reason"]);
    expect(paths({ ...pack, excluded_refs: [{ ref: "X-1@1.0.0", reason: "n/a" }] })).toEqual([
      "excluded_refs.0.reason",
    ]);
  });

  it("cannot include with NEVER", () => {
    const never = [{ ref: "X-1@1.0.0", permission: "NEVER", reason: "why" }];
    expect(paths({ ...pack, included_refs: never })).toEqual(["included_refs.0.permission"]);
  });

  it("names a task, except for the product role", () => {
    const forRole = (role: Role, task_ref: string) =>
      ContextPack.safeParse({ ...pack, created_for: { role, run_id: "run-1", task_ref } }).error?.issues.map(
        ({ path, message }) => `${path.join(".")} ${message}`,
      );
    expect(forRole("product", "")).toBeUndefined();
    expect(forRole("product", "T-core-text-slug-001")).toEqual([
      "created_for.task_ref must be empty: the product role has no task",
    ]);
    expect(forRole("planner", "")).toEqual(["created_for.task_ref must name the task"]);
  });
});

describe("permissions", () => {
  it("are four, and NEVER", () => {
    expect(ViewPermission.options).toEqual(["FULL", "CONTRACT_ONLY", "SUMMARY_ONLY", "METADATA_ONLY"]);
    expect(Permission.options).toEqual([...ViewPermission.options, "NEVER"]);
  });

  it.each(
    Permission.options.flatMap((one, i) => Permission.options.map((other, j) => [one, other, Math.max(i, j)] as const)),
  )("the narrower of %s and %s is the later in the list", (one, other, index) => {
    expect(narrower(one, other)).toBe(Permission.options[index]);
  });
});
