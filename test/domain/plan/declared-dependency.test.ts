import { describe, expect, it } from "vitest";
import { DeclaredDependency, needsConsent } from "../../../src/domain/plan/declared-dependency.js";

const dependency = (name: string, range = "^1.0.0") => ({ name, range, why: "parses dates" });

describe("a declared package", () => {
  it.each(["zod", "@scope/name", "github.com/spf13/cobra", "org.junit.jupiter:junit-jupiter", "python_dateutil"])(
    "may be named %s",
    (name) => {
      expect(DeclaredDependency.safeParse(dependency(name)).success).toBe(true);
    },
  );

  it.each(["", " zod", "zod;rm -rf", "../zod", "-g", "zod evil"])("is not named %j", (name) => {
    expect(DeclaredDependency.safeParse(dependency(name)).success).toBe(false);
  });

  it.each(["^1.0.0", "~1.2", ">=1 <2", "1.x || 2.x", "[1.0,2.0)", "v1.2.3", "*"])("may have the range %s", (range) => {
    expect(DeclaredDependency.safeParse(dependency("zod", range)).success).toBe(true);
  });

  it.each(["", "https://evil.example/x.tgz", "git+ssh://git@host/x", "file:../x", "npm:other@1", "user/repo", "$(id)"])(
    "does not come from %j",
    (range) => {
      expect(DeclaredDependency.safeParse(dependency("zod", range)).success).toBe(false);
    },
  );

  it("says why it is needed", () => {
    expect(DeclaredDependency.safeParse({ ...dependency("zod"), why: "TBD" }).success).toBe(false);
  });
});

describe("consent", () => {
  const requested = [dependency("zod"), dependency("@acme/log"), dependency("left-pad")];
  const asked = (allowed: string[]) => needsConsent(requested, allowed).map(({ name }) => name);

  it("is asked for every package outside the allowed ones", () => {
    expect(asked(["zod", "@acme/*"])).toEqual(["left-pad"]);
    expect(asked(["@acme/*"])).toEqual(["zod", "left-pad"]);
  });

  it.each(["*", "!zod", "{zod,left-pad}", "?(zod)"])(
    "is asked for all where %s is said: a name or a scope allows",
    (pattern) => {
      expect(asked([pattern])).toEqual(["zod", "@acme/log", "left-pad"]);
    },
  );

  it("is asked for all when none is allowed", () => {
    expect(asked([])).toEqual(["zod", "@acme/log", "left-pad"]);
  });
});
