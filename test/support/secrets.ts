import { generateKeyPairSync } from "node:crypto";
import type { Secret } from "../../src/redaction/secret.js";

const letters = (seed: number, length: number): string =>
  Array.from(
    { length },
    (_, index) => "aB3dE5fG7hJ9kL2mN4pQ6rS8tU0vW1xYz"[(index * index * 7 + index * 11 + seed) % 33],
  ).join("");

/** A key that opens nothing. */
export const PRIVATE_KEY = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs1", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" },
}).privateKey;

/** One secret of each kind that the App holds. None of them opens anything. */
export const SECRETS = {
  webhook: { name: "webhook secret", value: "development-9f8e7d6c5b4a!", random: false },
  oldToken: { name: "installation token", value: `ghs_${letters(3, 36)}`, random: true },
  newToken: {
    name: "installation token",
    value: `ghs_1234567_eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.${letters(5, 120)}.${letters(8, 342)}`,
    random: true,
  },
  modelKey: { name: "model key", value: `sk-ant-api03-${letters(13, 48)}_${letters(21, 44)}-AA`, random: true },
} satisfies Record<string, Secret>;

export const KEY: Secret = { name: "private key", value: PRIVATE_KEY, random: true };
