import type { Remote } from "../../git/open-repository.js";

/** The address of `owner/name`: on github.com, or on the GitHub that the environment names, as for the App. */
export function gitHubRemote(variables: Readonly<Record<string, string | undefined>>): Remote {
  const { GHE_HOST: host, GHE_PROTOCOL: protocol, GITHUB_TOKEN, GH_TOKEN } = variables;
  const webUrl = host === undefined || host === "" ? "https://github.com" : `${protocol || "https"}://${host}`;
  return { webUrl, token: GITHUB_TOKEN || GH_TOKEN || undefined };
}
