import { describe, expect, it } from "vitest";
import { rolesOf } from "../../../src/github/observe/roles-of.js";
import { useForge } from "../../support/forge.js";

const local = useForge({ permissions: { metadata: "read" } });
const PERMISSION = "/repos/{owner}/{repo}/collaborators/{username}/permission";

/** Asks for the admin's role while GitHub refuses the first so many times. */
async function askedWhile(status: number, times: number) {
  let asked = 0;
  const end = local.forge.intercept({
    beforeRequest: ({ template }) => {
      if (template !== PERMISSION) return { kind: "pass" };
      asked += 1;
      if (asked > times) return { kind: "pass" };
      return { kind: "answer", reply: { status, headers: {}, body: Buffer.from('{"message":"No"}') } };
    },
  });
  const { owner, repo: name } = local.at;
  const role = await rolesOf(local.as("admin"), { id: 1, installation: 1, owner, name })("admin").catch(
    (error: { status: number }) => `failed with ${error.status}`,
  );
  end();
  return { role, asked };
}

describe("a person's role", () => {
  it.each([
    ["is asked again where GitHub refuses to say", 403, 2, { role: "admin", asked: 3 }],
    ["is nothing where it refuses for good", 403, 9, { role: null, asked: 3 }],
    ["is nothing for somebody who is not there, at once", 404, 9, { role: null, asked: 1 }],
    ["is not known where GitHub fails", 502, 9, { role: "failed with 502", asked: 1 }],
  ])("%s: %i", async (_, status, times, expected) => {
    expect(await askedWhile(status, times)).toEqual(expected);
  });
});
