import type { CreateRefInput } from "@octokit/graphql-schema";
import { ZERO_SHA } from "../../git/git-repository.js";
import { applyRefUpdates } from "../../operations/repository/apply-ref-updates.js";
import { isValidRef } from "../../ref-names.js";
import type { Asking } from "../asking.js";
import { changeRepository } from "../change-repository.js";
import { placeById } from "../find-place.js";
import { GraphqlRefusal, notANode } from "../graphql-refusal.js";
import { refNode } from "../nodes/ref-node.js";
import { requireObject } from "./update-refs.js";

const WRITE = { permissions: ["contents:write"], role: "write" } as const;

export async function createRef(asking: Asking, { repositoryId, name, oid }: CreateRefInput): Promise<object> {
  const { place, parsed } = placeById(asking, repositoryId);
  if (parsed.type !== "Repository") throw notANode(repositoryId);
  const { hub, git, repository } = place;
  return changeRepository(place, WRITE, async (acting) => {
    const after = String(oid);
    if (!isValidRef(name)) throw new GraphqlRefusal("UNPROCESSABLE", `${name} is not a valid ref name.`);
    await requireObject(git, name, after);
    if (git.refs.has(name))
      throw new GraphqlRefusal("UNPROCESSABLE", `A ref named "${name}" already exists in the repository.`);
    await applyRefUpdates(hub, acting, repository, [{ ref: name, before: ZERO_SHA, after }]);
    asking.madeRefs.add(name);
    return { ref: refNode(place, name, after) };
  });
}
