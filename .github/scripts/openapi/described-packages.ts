import type { PinnedPackage } from "../fetch-package.js";

/** A description of GitHub: its package, its file there, and the file of the extract here. */
export type DescribedPackage = PinnedPackage & { readonly file: string; readonly extract: string };

/** GitHub's REST API. */
export const REST: DescribedPackage = {
  name: "@octokit/openapi",
  version: "23.0.2",
  integrity: "sha512-pV8M7L9GY23AybNvTmo2nyjmpmnt6+2sRE/tqr0ZLQcPS4lnw7u5eZGNmwRNkBC3D7gZXbFx5AHzLUVRBXGDhg==",
  file: "generated/api.github.com.json",
  extract: "fixtures/openapi/rest.json",
};

/** GitHub's webhooks. */
export const WEBHOOKS: DescribedPackage = {
  name: "@octokit/openapi-webhooks",
  version: "12.1.0",
  integrity: "sha512-Z5eDsLCUNbx1zHpZb1LNQirADqdMTvWJQ/deahi0ws+tWWnwHXB+Pr4jfmM9OrETS9Y5iW8ZRu1fdbudObhLrg==",
  file: "generated/api.github.com.json",
  extract: "fixtures/openapi/webhooks.json",
};
