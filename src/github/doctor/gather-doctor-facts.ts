import { z } from "zod";
import type { BranchRule, DoctorFacts } from "../../doctor/doctor-facts.js";
import { LabelsConfig } from "../../domain/config/labels-config.js";
import { hasStatus, PermissionNotGranted } from "../../domain/errors.js";
import type { GitHubProduct } from "../../domain/github-product.js";
import type { Permissions } from "../../engine/effects/effect-row.js";
import type { ObservationQuery, RepositoryRef } from "../../engine/ports.js";
import type { Remembered } from "../cache/remembered.js";
import type { GitHub, GitHubFor } from "../client/github.js";
import { MERGE_SETTINGS, MergeSettings, repeatsInSquash } from "../commits/merge-settings.js";
import { Protection, rulesOfProtection, rulesOfRulesets } from "../observe/branch-rules.js";
import type { InstallationFacts } from "../observe/installation-facts.js";
import { observe } from "../observe/observe.js";
import { rulesetRules } from "../observe/ruleset-rules.js";

/** What a diagnosis needs. */
export type Examiner = {
  readonly gitHubFor: GitHubFor;
  readonly repository: RepositoryRef;
  readonly ownLogin: string;
  readonly remembered: Remembered;
  readonly installation: InstallationFacts;
  readonly gatesWorkflow: string | null;
  /** What the App takes this GitHub for; github.com unless told otherwise. */
  readonly product?: GitHubProduct;
};

/** Every answer of an Enterprise Server names its version; github.com and ghe.com name none. */
const Server = z.object({ "x-github-enterprise-version": z.string().optional() });

const Repository = z.object({
  full_name: z.string(),
  html_url: z.string(),
  archived: z.boolean(),
  fork: z.boolean(),
  default_branch: z.string(),
  has_issues: z.boolean(),
});

const MERGES = `query ($owner: String!, $name: String!) { repository(owner: $owner, name: $name) { ${MERGE_SETTINGS} } }`;
const Merges = z.object({ repository: MergeSettings });

/** Reads everything that the doctor judges, with the granted permissions. What cannot be read is null. */
export async function gatherDoctorFacts(examiner: Examiner): Promise<DoctorFacts> {
  const { gitHubFor, repository, ownLogin, remembered, installation, gatesWorkflow } = examiner;
  const { product = "github.com" } = examiner;
  const at = { owner: repository.owner, repo: repository.name };
  const gitHub = await gitHubFor(repository, granted(installation, { contents: "read", issues: "read" }));
  const answer = await gitHub.request("GET /repos/{owner}/{repo}", at);
  const about = Repository.parse(answer.data);
  const names = { owner: repository.owner, name: repository.name };
  const merges = Merges.parse(await gitHub.graphql(MERGES, names)).repository;
  const seen = await observe({
    gitHub,
    repository,
    query: nothingButFiles(),
    ownLogin,
    appId: installation.appId,
    remembered,
    queueAccess: "free",
  });
  const branch = about.default_branch;
  const isEmpty = seen.defaultHead === null;
  return {
    gitHub: { product, version: Server.parse(answer.headers)["x-github-enterprise-version"] ?? null },
    repository: {
      fullName: about.full_name,
      url: about.html_url,
      archived: about.archived,
      fork: about.fork,
      defaultBranch: branch,
      isEmpty,
      hasIssues: about.has_issues,
      mergeMethods: [
        ...(merges.squashMergeAllowed ? (["squash"] as const) : []),
        ...(merges.mergeCommitAllowed ? (["merge"] as const) : []),
        ...(merges.rebaseMergeAllowed ? (["rebase"] as const) : []),
      ],
      squashRepeats: repeatsInSquash(merges),
    },
    installation,
    ownAppId: installation.appId,
    files: {
      config: seen.config.status !== "absent",
      spec: seen.spec.status !== "absent",
      workflow: statusOf(seen.workflow, gatesWorkflow),
    },
    missingLabels: seen.missingLabels,
    actions: await readActions(examiner, at),
    rules: isEmpty ? [] : await readRules(examiner, gitHub, { ...at, branch }),
  };
}

/** The wanted permissions that are granted: GitHub refuses a token for more. */
function granted({ permissions }: InstallationFacts, query: Permissions): Permissions {
  return Object.fromEntries(Object.entries(query).filter(([name]) => permissions[name] !== undefined));
}

function nothingButFiles(): ObservationQuery {
  const labels = LabelsConfig.parse({});
  return {
    branches: [],
    judgedOn: {},
    startLabel: labels.start,
    quickLabel: labels.quick,
    labels: Object.values(labels),
    commentsSince: null,
    commentsRead: [],
    requestInWork: null,
    gateRuns: [],
    startedRuns: [],
    remarksSince: null,
    stateBranch: null,
    sealing: false,
    shipped: false,
  };
}

function statusOf(
  file: { readonly status: string; readonly text?: string },
  current: string | null,
): DoctorFacts["files"]["workflow"] {
  if (file.status === "absent") return "absent";
  if (current === null) return "unknown";
  return file.text?.replaceAll("\r\n", "\n") === current ? "current" : "outdated";
}

type At = { readonly owner: string; readonly repo: string };

const Actions = z.object({ enabled: z.boolean(), allowed_actions: z.string().optional() });

async function readActions({ gitHubFor, repository }: Examiner, at: At): Promise<DoctorFacts["actions"]> {
  return ifReadable(async () => {
    const admin = await gitHubFor(repository, { administration: "read" });
    const { enabled, allowed_actions: allowed = null } = Actions.parse(
      (await admin.request("GET /repos/{owner}/{repo}/actions/permissions", at)).data,
    );
    return { enabled, allowed };
  });
}

/**
 * Rulesets are readable without permission; classic protection needs `administration: read`. Both are needed to be
 * complete.
 */
async function readRules(
  { gitHubFor, repository, installation }: Examiner,
  gitHub: GitHub,
  at: At & { readonly branch: string },
): Promise<readonly BranchRule[] | null> {
  const seen = await rulesetRules({ gitHub, ...at }, at.branch);
  if (seen === "none-possible") return [];
  if (seen === null) return null;
  const rulesets = rulesOfRulesets(seen);
  if (installation.permissions.administration === undefined) return null;
  const branch = z
    .object({ protected: z.boolean() })
    .parse((await gitHub.request("GET /repos/{owner}/{repo}/branches/{branch}", at)).data);
  if (!branch.protected) return rulesets;
  const classic = await ifReadable(async () => {
    const admin = await gitHubFor(repository, { administration: "read" });
    const answer = await admin.request("GET /repos/{owner}/{repo}/branches/{branch}/protection", at);
    return rulesOfProtection(Protection.parse(answer.data), installation.appId);
  });
  return [...rulesets, ...(classic ?? [])]; // 404 means a branch without protection
}

async function ifReadable<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof PermissionNotGranted || hasStatus(error, 403, 404)) return null;
    throw error;
  }
}
