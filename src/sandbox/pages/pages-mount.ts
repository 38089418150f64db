/** The pages on the forge's own port: every path outside `/api` and git. */
import type { Call } from "../forge/http/call.js";
import { GitHubError } from "../forge/http/errors.js";
import type { Reply } from "../forge/http/reply.js";
import { createRouter, type Match } from "../forge/http/router.js";
import type { Mount } from "../forge/http/server.js";
import { loadAssets } from "./assets.js";
import type { FindRoute } from "./forms/ask-api.js";
import { createMarkdown } from "./markdown/markdown.js";
import { refusalReply } from "./page-reply.js";
import { pageRoutes } from "./page-routes.js";
import { refuseForeign } from "./refuse-foreign.js";

export function pagesMount(findRoute: FindRoute): Mount {
  const find = createRouter(pageRoutes({ markdown: createMarkdown(), findRoute, assets: loadAssets() }));
  return (call) => {
    const { method, url, headers } = call;
    if (url.pathname.startsWith("/api/")) return undefined;
    const match = find(method === "HEAD" ? "GET" : method, url.pathname.replace(/(?<=.)\/$/, ""));
    if (match !== undefined) return answer(call, match);
    // A browser with an unknown path gets a page; a client of the API gets the API's answer.
    const isReader = method === "GET" && (headers.accept ?? "").includes("text/html");
    return isReader ? Promise.resolve(refusalReply(404, "")) : undefined;
  };
}

async function answer(call: Call, { route, params }: Match): Promise<Reply> {
  try {
    refuseForeign(call);
    return await route.handle({ ...call, params });
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    return refusalReply(error.status, sentenceOf(error));
  }
}

/** GitHub's message, and the error of each field. */
function sentenceOf({ message, errors = [] }: GitHubError): string {
  const details = errors.map((detail) =>
    typeof detail === "string" ? detail : [detail.field, detail.message ?? detail.code.replace("_", " ")].join(" "),
  );
  return details.length === 0 ? message : `${message}: ${details.join("; ")}`;
}
