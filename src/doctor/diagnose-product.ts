import { coerce, lt } from "semver";
import { OLDEST_SERVER } from "../domain/github-product.js";
import type { DoctorFacts } from "./doctor-facts.js";
import type { Finding } from "./finding.js";

/** Whether the App knows which GitHub it talks to, and supports it. */
export function diagnoseProduct({ gitHub, repository }: DoctorFacts): Finding[] {
  const { product, version } = gitHub;
  const link = repository.url;
  if (product === "ghes" && version === null) {
    return [
      {
        code: "product-mistaken",
        level: "error",
        what: "This GitHub is taken for an Enterprise Server and does not say that it is one.",
        why: "The App proposes a gates workflow for old runners, and looks for runs that it could be told.",
        fix: "Set GITHUB_PRODUCT to github.com or ghe.com, or correct GHE_HOST.",
        link,
      },
    ];
  }
  if (product !== "ghes" && version !== null) {
    return [
      {
        code: "product-mistaken",
        level: "error",
        what: `This is an Enterprise Server (${version}), and it is taken for ${product}.`,
        why: "It refuses the App's gates workflow and its requests for runs.",
        fix: "Set GITHUB_PRODUCT to ghes, or leave it out and set GHE_HOST.",
        link,
      },
    ];
  }
  const [server, oldest] = [coerce(version), coerce(OLDEST_SERVER)];
  if (server === null || oldest === null || !lt(server, oldest)) return [];
  return [
    {
      code: "server-unsupported",
      level: "error",
      what: `Enterprise Server ${version} is not supported.`,
      why: `The App is written for ${OLDEST_SERVER} and newer; an older one may lack what it needs.`,
      fix: "Upgrade the server.",
      link,
    },
  ];
}
