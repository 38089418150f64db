/** What GitHub answered once, asked of the local GitHub: see fixtures/conform/exchanges/README.md. */
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { startForge } from "../../../src/sandbox/forge/forge.js";
import { FORGE_PROFILES } from "../../../src/sandbox/forge/profile.js";
import { personsExchanges, replayExchanges, shapeDifferences } from "../../support/replay-exchanges.js";

const FOLDER = fileURLToPath(new URL("../../../fixtures/conform/exchanges", import.meta.url));

const profiles = FORGE_PROFILES.filter((profile) => readdirSync(FOLDER).includes(profile));

describe.each(profiles)("what %s answered to factory conform", (as) => {
  it("is what the local GitHub answers: the same status, and every field with its type", async () => {
    const exchanges = personsExchanges(`${FOLDER}/${as}`);
    expect(exchanges.map(({ path }) => path)).toContain("/graphql");
    const forge = await startForge({ as, log: () => {} });
    try {
      const { url, repo, users } = forge;
      expect(await replayExchanges(exchanges, { url, repo, token: users.admin.token })).toEqual([]);
    } finally {
      await forge.stop();
    }
  });
});

it("an answer without a field, or with one of another type, is a difference", () => {
  const was = { id: 5, user: { login: "ada", bio: null }, labels: [{ name: "x" }] };
  expect(shapeDifferences(was, { id: "5", user: { bio: "b" }, labels: [{ name: 1 }] }, "")).toEqual([
    "id was number, now string",
    "user.login is missing",
    "labels[0].name was string, now number",
  ]);
  const refused = (type: string) => ({ errors: [{ type }] });
  expect(shapeDifferences(refused("STALE_DATA"), refused("UNPROCESSABLE"), "")).toEqual([
    "errors[0].type was STALE_DATA, now UNPROCESSABLE",
  ]);
  expect(shapeDifferences(was, { id: 6, user: { login: "eve", bio: 1 }, labels: [] }, "")).toEqual([]);
});
