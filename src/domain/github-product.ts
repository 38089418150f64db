/** The products that are called GitHub: they share an API, but not all of it at the same time. */
export type GitHubProduct = "github.com" | "ghe.com" | "ghes";

/** What the App may rely on (decisions.md#three-products). */
type ProductTraits = {
  /** A dispatch answers with the run's id if it is asked to. Elsewhere the question itself is refused. */
  readonly returnsRunDetails: boolean;
  /** A workflow may switch its cache off; elsewhere the key makes the whole file invalid. */
  readonly hasCacheMode: boolean;
  /** Which actions a workflow may name: the newest ones, or those that an Enterprise Server runs. */
  readonly actions: "newest" | "server";
  /** The label of a runner that is there without anybody setting one up. */
  readonly runner: string;
};

const CLOUD: ProductTraits = {
  returnsRunDetails: true,
  hasCacheMode: true,
  actions: "newest",
  runner: "ubuntu-24.04",
};

/** The oldest Enterprise Server that is supported: the App asks of every newer one no more than of this one. */
export const OLDEST_SERVER = "3.17";

export const PRODUCTS: Readonly<Record<GitHubProduct, ProductTraits>> = {
  "github.com": CLOUD,
  "ghe.com": CLOUD,
  ghes: { returnsRunDetails: false, hasCacheMode: false, actions: "server", runner: "self-hosted" },
};
