import type { Secret } from "./secret.js";

/** The secrets in the environment. */
export function knownSecrets(env: {
  readonly PRIVATE_KEY: string;
  readonly WEBHOOK_SECRET: string;
  readonly ANTHROPIC_API_KEY?: string | undefined;
  readonly EMBEDDER_API_KEY?: string | undefined;
  readonly METRICS_TOKEN?: string | undefined;
  readonly DATABASE_URL?: string | undefined;
}): Secret[] {
  return [
    { name: "private key", value: env.PRIVATE_KEY, random: true },
    { name: "webhook secret", value: env.WEBHOOK_SECRET, random: false },
    ...(env.ANTHROPIC_API_KEY === undefined ? [] : [{ name: "model key", value: env.ANTHROPIC_API_KEY, random: true }]),
    ...(env.EMBEDDER_API_KEY === undefined
      ? []
      : [{ name: "embedder key", value: env.EMBEDDER_API_KEY, random: true }]),
    ...(env.METRICS_TOKEN === undefined ? [] : [{ name: "metrics token", value: env.METRICS_TOKEN, random: false }]),
    ...databaseSecrets(env.DATABASE_URL),
  ];
}

/** The whole address, and the password in it: drivers print either in their errors. */
function databaseSecrets(url: string | undefined): Secret[] {
  if (url === undefined) return [];
  const password = /^postgres(?:ql)?:\/\/[^:/?@]*:([^@/]+)@/.exec(url)?.[1];
  return [
    { name: "database address", value: url, random: false },
    ...(password === undefined ? [] : [{ name: "database password", value: decoded(password), random: false }]),
  ];
}

/** Percent-decoding that accepts any text, unlike `decodeURIComponent`. */
function decoded(text: string): string {
  return new URLSearchParams(`is=${text.replaceAll("+", "%2B").replaceAll("&", "%26")}`).get("is") ?? text;
}
