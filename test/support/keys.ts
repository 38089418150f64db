/** Private keys in the wrong forms that people paste. None of them opens anything. */
import { generateKeyPairSync } from "node:crypto";
import { PRIVATE_KEY } from "./secrets.js";

const RSA = {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
} as const;
const ENCRYPTED = { ...RSA.privateKeyEncoding, cipher: "aes-256-cbc", passphrase: "test" } as const;
const pkcs8 = generateKeyPairSync("rsa", RSA);
const elliptic = generateKeyPairSync("ec", {
  namedCurve: "P-256",
  publicKeyEncoding: RSA.publicKeyEncoding,
  privateKeyEncoding: RSA.privateKeyEncoding,
});

export const KEYS = {
  good: PRIVATE_KEY,
  pkcs8: pkcs8.privateKey,
  oneLine: PRIVATE_KEY.replaceAll("\n", "\\n"),
  public: pkcs8.publicKey,
  encrypted: generateKeyPairSync("rsa", { ...RSA, privateKeyEncoding: ENCRYPTED }).privateKey,
  /** The older form, with the encryption in a header. */
  encryptedPkcs1: PRIVATE_KEY.replace("\n", "\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0F\n\n"),
  certificate: "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n",
  elliptic: elliptic.privateKey,
  /** What remains when an environment file ends a value at its first line break. */
  firstLine: PRIVATE_KEY.split("\n")[0] ?? "",
  damaged: PRIVATE_KEY.replace(/\n.{10}/, "\nAAAAAAAAAA"),
  openSsh: "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaA==\n-----END OPENSSH PRIVATE KEY-----\n",
};
