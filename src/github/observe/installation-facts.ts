import { z } from "zod";
import type { GitHub } from "../client/github.js";

const Installation = z.object({
  id: z.number(),
  app_id: z.number(),
  html_url: z.string(),
  repository_selection: z.enum(["all", "selected"]),
  suspended_at: z.string().nullable(),
  permissions: z.record(z.string(), z.string()),
});

/** An installation as its owner sees it. */
export type InstallationFacts = {
  readonly id: number;
  readonly appId: number;
  readonly selection: "all" | "selected";
  readonly permissions: Readonly<Record<string, string>>;
  readonly settingsUrl: string;
  readonly suspended: boolean;
};

export function installationFacts(data: unknown): InstallationFacts {
  const { id, app_id, html_url, repository_selection, suspended_at, permissions } = Installation.parse(data);
  return {
    id,
    appId: app_id,
    selection: repository_selection,
    permissions,
    settingsUrl: html_url,
    suspended: suspended_at !== null,
  };
}

/** People can change an installation at any time, so it is cached for minutes only. */
const KEPT_MS = 10 * 60_000;

/** Queries an installation with the App's own key. */
export function createInstallationLookup(
  asApp: GitHub,
  now: () => number,
): (installation: number) => Promise<InstallationFacts> {
  const kept = new Map<number, { readonly facts: InstallationFacts; readonly until: number }>();
  return async (installation_id) => {
    const known = kept.get(installation_id);
    if (known !== undefined && now() < known.until) return known.facts;
    const { data } = await asApp.request("GET /app/installations/{installation_id}", { installation_id });
    const facts = installationFacts(data);
    kept.set(installation_id, { facts, until: now() + KEPT_MS });
    return facts;
  };
}
