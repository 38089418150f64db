import type { Remote } from "../../git/open-repository.js";

/** Where `owner/name` is: github.com, or the GitHub that the environment names, as for the App. */
export function gitHubRemote(variables: Readonly<Record<string, string | undefined>>): Remote {
  const { GHE_HOST: host, GHE_PROTOCOL: protocol, GITHUB_TOKEN, GH_TOKEN } = variables;
  const webUrl = host === undefined || host === "" ? "https://github.com" : `${protocol || "https"}://${host}`;
  return { webUrl, token: GITHUB_TOKEN || GH_TOKEN || undefined };
}
