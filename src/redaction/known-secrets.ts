import type { Secret } from "./secret.js";

/** What the environment holds that nobody else may read. */
export function knownSecrets(env: {
  readonly PRIVATE_KEY: string;
  readonly WEBHOOK_SECRET: string;
  readonly ANTHROPIC_API_KEY?: string | undefined;
  readonly METRICS_TOKEN?: string | undefined;
}): Secret[] {
  return [
    { name: "private key", value: env.PRIVATE_KEY, random: true },
    { name: "webhook secret", value: env.WEBHOOK_SECRET, random: false },
    ...(env.ANTHROPIC_API_KEY === undefined ? [] : [{ name: "model key", value: env.ANTHROPIC_API_KEY, random: true }]),
    ...(env.METRICS_TOKEN === undefined ? [] : [{ name: "metrics token", value: env.METRICS_TOKEN, random: false }]),
  ];
}
