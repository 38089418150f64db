import { createPrivateKey } from "node:crypto";
import { accept, type Outcome, refuse } from "../domain/refusal.js";
import { Env } from "../env.js";

/** As much of the App's environment as an examination needs. */
const DoctorEnv = Env.pick({
  APP_ID: true,
  GHE_HOST: true,
  GHE_PROTOCOL: true,
  ACTION_REF: true,
  DATABASE_URL: true,
  HTTPS_PROXY: true,
  HTTP_PROXY: true,
  NO_PROXY: true,
}).extend({ PRIVATE_KEY: Env.shape.PRIVATE_KEY.refine(isPrivateKey) });
export type DoctorEnv = ReturnType<typeof DoctorEnv.parse>;

export function readDoctorEnv(variables: Readonly<Record<string, string | undefined>>): Outcome<DoctorEnv> {
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = DoctorEnv.safeParse(set);
  if (parsed.success) return accept(parsed.data);
  const wrong = [...new Set(parsed.error.issues.map(({ path }) => path.join(".")))];
  const missing = wrong.filter((name) => !(name in set));
  const problems = [
    ...(missing.length === 0
      ? []
      : [`set ${missing.join(" and ")} in the environment or in ./.env, as for the App itself`]),
    ...wrong.filter((name) => name in set).map((name) => `${name} ${WANTED[name] ?? "is not what the App takes"}`),
  ];
  return refuse("environment", `${problems.join("; ")}. .env.example explains each variable.`, { wrong });
}

/** Without the value: it may be a secret. */
const WANTED: Readonly<Record<string, string>> = {
  APP_ID: "must be the App's number, from its settings page",
  PRIVATE_KEY: "is not a private key: it must be the App's whole .pem file on one line, each line end written as \\n",
};

/** As GitHub hands them out; whoever signs with it takes written line ends for real ones, too. */
function isPrivateKey(text: string): boolean {
  try {
    return createPrivateKey(text.replaceAll("\\n", "\n")).asymmetricKeyType === "rsa";
  } catch (error) {
    if (error instanceof Error && "code" in error) return false;
    throw error;
  }
}
