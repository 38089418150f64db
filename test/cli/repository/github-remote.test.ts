import { expect, it } from "vitest";
import { gitHubRemote } from "../../../src/cli/repository/github-remote.js";

it.each([
  [{}, { webUrl: "https://github.com", token: undefined }],
  [
    { GHE_HOST: "", GITHUB_TOKEN: "" },
    { webUrl: "https://github.com", token: undefined },
  ],
  [
    { GHE_HOST: "git.example.com", GH_TOKEN: "a" },
    { webUrl: "https://git.example.com", token: "a" },
  ],
  [
    { GHE_HOST: "127.0.0.1:4000", GHE_PROTOCOL: "http", GITHUB_TOKEN: "b", GH_TOKEN: "a" },
    { webUrl: "http://127.0.0.1:4000", token: "b" },
  ],
])("%j reaches %j", (variables, remote) => {
  expect(gitHubRemote(variables)).toEqual(remote);
});
