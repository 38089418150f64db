import { randomBytes } from "node:crypto";
import type { Hub } from "../../src/sandbox/forge/hub.js";

/**
 * A person lets somebody else's App act for them: what it does is theirs, and `performed_via_github_app` says who did it. That it
 * may no more than App and person both may is not modelled; here it may what the person may.
 */
export function mintUserAccessToken(hub: Hub, userId: number, throughApp: string): string {
  const token = `ghu_${randomBytes(18).toString("hex")}`;
  hub.state.tokens.set(token, { kind: "user", userId, scopes: ["repo", "workflow"], expiresAt: null, throughApp });
  hub.changed();
  return token;
}
