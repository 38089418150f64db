import { type AssertionTarget, bareExportName } from "../../../domain/contract/assertion.js";
import type { Assertion, TestFile } from "../../../languages/source-file.js";
import type { JudgedContract } from "../../contract-reading.js";

/** An assertion outside the contract, with the reason. */
export type UnmappedAssertion = {
  readonly file: string;
  readonly line: number;
  readonly type: string;
  readonly reason: string;
};

type Surface = Pick<JudgedContract, "assertion_surface">;

/**
 * Assertions without a tag, on something of the module that is not in the surface, or on nothing of the surface at all.
 * An assertion beside the surface (a log, a helper's value) is let through when another one of its test is on it
 * (requirements.md#corrections). In a hook or at top level an assertion of what helpers hold is let through as well. A plan without a surface only asks for tags.
 */
export function unmappedAssertions(
  { tests, outside }: Pick<TestFile, "tests" | "outside">,
  { assertion_surface: surface }: Surface,
  local: ReadonlySet<string>,
): UnmappedAssertion[] {
  const inHooks = outside
    .filter(({ nature }) => nature !== "count")
    .flatMap((assertion) => {
      const beyond = [...local].find((name) => assertion.restsOn().names.has(name));
      if (beyond === undefined) return [];
      const isTarget = surface.some((target) => restsOnTarget(assertion, target));
      if (isTarget) return [unmapped(assertion, "It is in no test, so under no @clause tag")];
      return [unmapped(assertion, `"${beyond}" is not in the assertion surface`)];
    });
  const inTests = tests.flatMap((test) => {
    const assertions = test.assertions.filter(({ nature }) => nature !== "count");
    if (test.clauses.length === 0)
      return assertions.map((assertion) => unmapped(assertion, "It is under no @clause tag"));
    if (surface.length === 0) return [];
    const isOnSurface = (assertion: Assertion) => surface.some((target) => restsOnTarget(assertion, target));
    const isCovered = assertions.some((assertion) => isOnSurface(assertion) || isFollowed(assertion));
    return assertions
      .filter((assertion) => !isOnSurface(assertion))
      .flatMap((assertion) => {
        const beyond = [...local].find((name) => assertion.restsOn().names.has(name));
        if (beyond !== undefined) return [unmapped(assertion, `"${beyond}" is not in the assertion surface`)];
        return isCovered ? [] : [unmapped(assertion, "It is on nothing of the assertion surface")];
      });
  });
  return [...inTests, ...inHooks];
}

/** What the flow of values leads to the module is on it, whatever it is called on the way. */
function isFollowed(assertion: Assertion): boolean {
  const { verdict } = assertion.strength();
  return verdict !== "void";
}

function unmapped({ path, line, type }: Assertion, reason: string): UnmappedAssertion {
  return { file: path, line, type, reason };
}

/** An export by its name (`Cache.get` by both of its parts), everything else by its text. */
function restsOnTarget(assertion: Assertion, { kind, target }: AssertionTarget): boolean {
  const { names, literals } = assertion.restsOn();
  if (kind === "export" || kind === "error") {
    const parts = bareExportName(target).split(/\.|::/);
    if (parts.every((part) => names.has(part))) return true;
    return kind === "error" && literals.some((text) => text.includes(target));
  }
  const requested = target.replace(/^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s+/, "");
  return names.has(requested) || literals.some((text) => text.includes(requested));
}
