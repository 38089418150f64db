import { describe, expect, it } from "vitest";
import { API_VERSION } from "../../../../src/github/client/api-version.js";
import { useForge } from "../../../support/forge.js";

const local = useForge();
const askWith = (headers: Record<string, string>) => local.as("admin").request("GET /rate_limit", { headers });

describe("the version of the REST API", () => {
  it("may be left out", async () => {
    expect((await askWith({})).status).toBe(200);
  });

  it("may be the one that the App names", async () => {
    expect((await askWith({ "x-github-api-version": API_VERSION })).status).toBe(200);
  });

  it("is refused with 400 when there is none of that name", async () => {
    await expect(askWith({ "x-github-api-version": "2022-11-29" })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining("The version you specified is not a supported version."),
    });
  });
});
