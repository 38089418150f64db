/** URLs like on Enterprise Server: the API under /api/v3, pages and git at the root, all on one port. */
export type Urls = {
  readonly origin: string;
  api(path: string): string;
  html(path: string): string;
};

export const API_PREFIX = "/api/v3";
export const GRAPHQL_PATH = "/api/graphql";

export function createUrls(origin: string): Urls {
  return {
    origin,
    api: (path) => `${origin}${API_PREFIX}${path}`,
    html: (path) => `${origin}${path}`,
  };
}
