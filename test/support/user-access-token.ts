import { randomBytes } from "node:crypto";
import type { Hub } from "../../src/sandbox/forge/hub.js";

/**
 * A person authorizes another App to act for them. The actions belong to the person, and `performed_via_github_app`
 * names the App. GitHub limits it to what both may do; here it may do what the person may.
 */
export function mintUserAccessToken(hub: Hub, userId: number, throughApp: string): string {
  const token = `ghu_${randomBytes(18).toString("hex")}`;
  hub.state.tokens.set(token, { kind: "user", userId, scopes: ["repo", "workflow"], expiresAt: null, throughApp });
  hub.changed();
  return token;
}
