import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { Env, type Variables } from "../../server/env.js";
import { readWithKey } from "../../server/start/private-key.js";

/** The part of the App's environment that the doctor needs. */
const DoctorEnv = Env.pick({
  APP_ID: true,
  PRIVATE_KEY: true,
  GHE_HOST: true,
  GHE_PROTOCOL: true,
  GITHUB_PRODUCT: true,
  GATES_RUNNER: true,
  ACTION_REF: true,
  DATABASE_URL: true,
  HTTPS_PROXY: true,
  HTTP_PROXY: true,
  NO_PROXY: true,
});
export type DoctorEnv = ReturnType<typeof DoctorEnv.parse>;

/** The problems of the environment, in the words that the App uses when it refuses to start. */
export function readDoctorEnv(variables: Variables): Outcome<DoctorEnv> {
  const read = readWithKey(DoctorEnv, variables);
  if (read.ok) return accept(read.value);
  const missing = read.problems.map(({ name }) => name).filter((name) => !variables[name]);
  const problems = [
    ...(missing.length === 0
      ? []
      : [`set ${missing.join(" and ")} in the environment or in ./.env, as for the App itself`]),
    ...(missing.includes("PRIVATE_KEY") ? ["PRIVATE_KEY_PATH counts in the environment only"] : []),
    ...read.problems.filter(({ name }) => variables[name]).map(({ name, words }) => `${name} ${words}`),
  ];
  return refuse("environment", `${problems.join("; ")}. .env.example explains each variable.`);
}
