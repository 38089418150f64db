import { resolve } from "node:path";
import { z } from "zod";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { Env, type Variables } from "../../server/env.js";
import { readWithKey } from "../../server/start/private-key.js";
import { readFlags } from "../read-flags.js";

export type ConformRequest = {
  readonly owner: string;
  readonly repo: string;
  readonly yes: boolean;
  /** Absolute. */
  readonly save: string | undefined;
  readonly json: boolean;
};

const FLAGS = { yes: { type: "boolean" }, save: { type: "string" }, json: { type: "boolean" } } as const;

export function readConformOptions(args: readonly string[]): Outcome<ConformRequest> {
  const read = readFlags("conform", args, { options: FLAGS, positionals: true });
  if (!read.ok) return read;
  const [where, ...more] = read.value.positionals;
  if (where === undefined || more.length > 0 || !/^[\w.-]+\/[\w.-]+$/.test(where))
    return refuse("arguments", "name one repository as owner/name: an empty one that nothing else uses");
  const [owner = "", repo = ""] = where.split("/");
  const { yes = false, save, json = false } = read.value.values;
  return accept({ owner, repo, yes, save: save === undefined ? undefined : resolve(save), json });
}

const ConformEnv = Env.pick({
  APP_ID: true,
  PRIVATE_KEY: true,
  GHE_HOST: true,
  GHE_PROTOCOL: true,
  GITHUB_PRODUCT: true,
  GATES_RUNNER: true,
  SETUP_CONFINEMENT: true,
  WRITE_LIMITER: true,
  HTTPS_PROXY: true,
  HTTP_PROXY: true,
  NO_PROXY: true,
}).extend({
  ACTION_REF: Env.shape.ACTION_REF.unwrap(),
  GITHUB_TOKEN: z.string("must be a fine-grained token of an administrator of the repository").min(1),
});
export type ConformEnv = z.infer<typeof ConformEnv>;

export function readConformEnv(variables: Variables): Outcome<ConformEnv> {
  const read = readWithKey(ConformEnv, variables);
  if (read.ok) return accept(read.value);
  const lines = read.problems.map(({ name, words }) => `${name} ${words}`);
  return refuse("environment", [...lines, ".env.example explains each variable."].join("\n"));
}
