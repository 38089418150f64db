import { createPublicKey, randomBytes, verify } from "node:crypto";
import { z } from "zod";
import type { AppRecord } from "../records/app.js";
import { GitHubError } from "./errors.js";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const JWT_MAX_SECONDS = 600;
const CLOCK_SKEW_SECONDS = 60;

function alphanumeric(length: number): string {
  return [...randomBytes(length)].map((byte) => ALPHABET.charAt(byte % ALPHABET.length)).join("");
}

export const newUserToken = () => `ghp_${alphanumeric(36)}`;
export const newJobToken = () => `ghs_${alphanumeric(36)}`;

/** `ghs_APPID_JWT`: the form of installation tokens since 2026-04 (decisions.md#github-limits). */
export function newInstallationToken(appId: number): string {
  const part = (bytes: number) => randomBytes(bytes).toString("base64url");
  return `ghs_${appId}_${part(27)}.${part(60)}.${part(32)}`;
}

const JwtPayload = z.object({ iss: z.union([z.string(), z.number()]), iat: z.number().int(), exp: z.number().int() });

const undecodable = () => new GitHubError(401, "A JSON web token could not be decoded");

/**
 * Refuses what GitHub refuses: another algorithm or key, an unknown issuer, a token that has expired or lasts longer
 * than ten minutes.
 */
export function verifyAppJwt(token: string, app: AppRecord, nowSeconds: number): void {
  const [header = "", payload = "", signature = ""] = token.split(".");
  if (parsePart(header, z.object({ alg: z.literal("RS256") })) === undefined) throw undecodable();
  const claims = parsePart(payload, JwtPayload);
  if (claims === undefined) throw undecodable();
  const signed = Buffer.from(`${header}.${payload}`);
  if (!verify("RSA-SHA256", signed, createPublicKey(app.publicKey), Buffer.from(signature, "base64url"))) {
    throw undecodable();
  }
  if (![String(app.id), app.clientId].includes(String(claims.iss))) throw new GitHubError(404, "Integration not found");
  if (claims.iat > nowSeconds + CLOCK_SKEW_SECONDS) {
    throw new GitHubError(
      401,
      "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued",
    );
  }
  if (claims.exp <= nowSeconds) {
    throw new GitHubError(
      401,
      "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires",
    );
  }
  if (claims.exp > nowSeconds + JWT_MAX_SECONDS) {
    throw new GitHubError(401, "'Expiration time' claim ('exp') is too far in the future");
  }
}

function parsePart<T>(part: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.safeParse(JSON.parse(Buffer.from(part, "base64url").toString())).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
