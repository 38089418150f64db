import type { Forge } from "../../ports.js";
import type { GitHubFor } from "./github.js";
import { observe } from "./observe.js";
import { perform } from "./perform.js";

/** GitHub as the loop's eyes and hands; each step with the narrowest token that can do it (DESIGN, security rule 5). */
export function gitHubForge(gitHubFor: GitHubFor, ownLogin: string): Forge {
  return {
    async observe(repository, wanted) {
      const gitHub = await gitHubFor(repository, { contents: "read", issues: "read", pull_requests: "read" });
      return observe(gitHub, repository, wanted, ownLogin);
    },
    async perform(repository, effect) {
      const gitHub = await gitHubFor(repository, { contents: "write", issues: "write", pull_requests: "write" });
      return perform(gitHub, repository, effect, ownLogin);
    },
  };
}
