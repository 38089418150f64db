import type { Forge } from "./forge/forge.js";

export type Model = "recorded" | "anthropic";

/** The App's own action, which the local runner takes from this package's folder. */
export const SANDBOX_ACTION = "software-factory/software-factory/action";

/** The environment in which the App takes the forge for its GitHub: the same names as in production. */
export function appVariables(forge: Pick<Forge, "app" | "host">, port: number, model: Model): Record<string, string> {
  const { id, privateKey, webhookSecret } = forge.app;
  return {
    APP_ID: String(id),
    PRIVATE_KEY: privateKey,
    WEBHOOK_SECRET: webhookSecret,
    GHE_HOST: forge.host,
    GHE_PROTOCOL: "http",
    HOST: "127.0.0.1",
    PORT: String(port),
    MODEL: model,
    ACTION_REF: `${SANDBOX_ACTION}@${"0".repeat(40)}`,
    WRITE_LIMITER: "off",
  };
}
