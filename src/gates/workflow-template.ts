import { readFileSync } from "node:fs";
import { z } from "zod";
import { type GitHubProduct, PRODUCTS } from "../domain/github-product.js";

/** The action, pinned to a commit: a tag could move in every repository that has it installed. */
const ActionRef = z
  .string()
  .regex(/^[\w.-]+\/[\w.-]+(?:\/[\w./-]+)?@[0-9a-f]{40}$/, "must look like owner/name/action@<40-character SHA>");

export type GatesWorkflow = {
  /** `owner/name/action@<sha>`. */
  readonly actionRef: string;
  /** `gates.timeout_minutes`. The job gets a little more time, so that a slow run can still report. */
  readonly timeoutMinutes?: number;
  /** Where it is installed; github.com unless told otherwise. */
  readonly product?: GitHubProduct;
  /** The labels of the runners that take its jobs, with commas between them; the product's own unless told otherwise. */
  readonly runner?: string;
};

/**
 * Every action with its commit. An Enterprise Server does not have the artifacts that version 4 of the action needs, and its
 * runners may be older than the newest actions (decisions.md#three-products).
 */
const ACTIONS = {
  newest: {
    checkout: "actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1",
    setup_node: "actions/setup-node@820762786026740c76f36085b0efc47a31fe5020 # v7.0.0",
    // Since version 5 it caches by itself.
    node_cache: "          package-manager-cache: false\n",
    upload_artifact: "actions/upload-artifact@bbbca2ddaa5d8feaa63e36b76fdaad77386f024f # v7.0.0",
  },
  server: {
    checkout: "actions/checkout@34e114876b0b11c390a56381ad16ebd13914f8d5 # v4.3.1",
    setup_node: "actions/setup-node@49933ea5288caeca8642d1e84afbd3f7d6820020 # v4.4.0",
    node_cache: "",
    upload_artifact: "actions/upload-artifact@c24449f33cd45d4826c6702db7e49f7cdb9b551d # v3.2.1-node20",
  },
};

const REPORTING_MINUTES = 10;

/** The text of `.github/workflows/factory-gates.yml` for a repository. */
export function renderGatesWorkflow(workflow: GatesWorkflow): string {
  const { actionRef, timeoutMinutes = 30, product = "github.com" } = workflow;
  const { hasCacheMode, actions, runner } = PRODUCTS[product];
  const values: Readonly<Record<string, string>> = {
    action_ref: ActionRef.parse(actionRef),
    timeout_minutes: String(timeoutMinutes + REPORTING_MINUTES),
    cache_mode: hasCacheMode ? "cache-mode: none\n" : "",
    runner: labels(workflow.runner ?? runner),
    ...ACTIONS[actions],
  };
  const template = readFileSync(new URL("../../action/workflow/factory-gates.yml", import.meta.url), "utf8");
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new TypeError(`the template names ${name}, which nothing fills in`);
    return value;
  });
}

/** One label, or a list of which a runner must have all. */
function labels(runner: string): string {
  return runner.includes(",") ? `[${runner.split(",").join(", ")}]` : runner;
}
