import type { ConfinementPolicy } from "../domain/config/gates-config.js";
import type { Forge } from "./forge/forge.js";
import { productNamed } from "./forge/profile.js";

export type Model = "recorded" | "anthropic";

/** The App's own action, which the local runner takes from this package's folder. */
export const SANDBOX_ACTION = "software-factory/software-factory/action";

/** The settings of one sandbox. */
export type AppSettings = { readonly port: number; readonly model: Model; readonly confinement: ConfinementPolicy };

/** The environment in which the App uses the forge as its GitHub: the same names as in production. */
export function appVariables(
  forge: Pick<Forge, "app" | "host" | "profile">,
  { port, model, confinement }: AppSettings,
): Record<string, string> {
  const { id, privateKey, webhookSecret } = forge.app;
  return {
    APP_ID: String(id),
    PRIVATE_KEY: privateKey,
    // Variables that the user may have set for something else: a real App's key, a database of another project.
    PRIVATE_KEY_PATH: "",
    DATABASE_URL: "",
    WEBHOOK_SECRET: webhookSecret,
    GHE_HOST: forge.host,
    GHE_PROTOCOL: "http",
    // Its address says Enterprise Server, whatever it behaves like.
    GITHUB_PRODUCT: productNamed(forge.profile),
    GATES_RUNNER: "",
    HOST: "127.0.0.1",
    PORT: String(port),
    MODEL: model,
    ACTION_REF: `${SANDBOX_ACTION}@${"0".repeat(40)}`,
    SETUP_CONFINEMENT: confinement,
    WRITE_LIMITER: "off",
  };
}
