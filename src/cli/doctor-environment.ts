import { accept, type Outcome, refuse } from "../domain/refusal.js";
import { Env } from "../env.js";

/** As much of the App's environment as an examination needs. */
const DoctorEnv = Env.pick({ APP_ID: true, PRIVATE_KEY: true, GHE_HOST: true, GHE_PROTOCOL: true, ACTION_REF: true });
export type DoctorEnv = ReturnType<typeof DoctorEnv.parse>;

export function readDoctorEnv(variables: Readonly<Record<string, string | undefined>>): Outcome<DoctorEnv> {
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = DoctorEnv.safeParse(set);
  if (parsed.success) return accept(parsed.data);
  const wrong = [...new Set(parsed.error.issues.map(({ path }) => path.join(".")))];
  return refuse("environment", `set ${wrong.join(" and ")} in the environment, as for the App itself`, { wrong });
}
