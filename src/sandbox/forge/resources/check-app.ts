import type { Hub } from "../hub.js";
import { theAccount, theApp } from "../lookup.js";
import { nodeId } from "../node-id.js";
import { ACTIONS_APP_ID } from "../operations/checks/check-suites.js";
import { simpleUser } from "./account.js";
import { integration } from "./app.js";
import type { Schema } from "./schemas.js";

/** The App behind a check: the registered one, or Actions. */
export function checkApp(hub: Hub, appId: number): NonNullable<Schema<"integration">> {
  const { state, urls } = hub;
  if (appId === theApp(state).id) return integration(hub);
  if (appId !== ACTIONS_APP_ID) throw new Error(`the forge knows no App ${appId}`);
  const { createdAt } = theApp(state);
  return {
    id: ACTIONS_APP_ID,
    slug: "github-actions",
    node_id: nodeId("App", ACTIONS_APP_ID),
    owner: simpleUser(hub, theAccount(state, theApp(state).ownerId)),
    name: "GitHub Actions",
    description: "Automate your workflow from idea to production",
    external_url: urls.html("/"),
    html_url: urls.html("/apps/github-actions"),
    created_at: createdAt,
    updated_at: createdAt,
    permissions: { actions: "write", checks: "write", contents: "write", metadata: "read" },
    events: [],
  };
}
