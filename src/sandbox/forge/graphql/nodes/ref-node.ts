import type { Ref, RepositoryRefsArgs } from "@octokit/graphql-schema";
import { nodeId } from "../../node-id.js";
import { branchOf, branchRef, tagOf, tagRef } from "../../ref-names.js";
import type { Place } from "../asking.js";
import { connection, type Paged } from "../connection.js";
import { GraphqlRefusal } from "../graphql-refusal.js";
import type { FieldsOf } from "../resolve-field.js";
import { gitObjectNode } from "./git-object-node.js";

/** A ref, with the object that it named at the time of the query. */
export function refNode(place: Place, ref: string, sha: string) {
  const name = branchOf(ref) ?? tagOf(ref) ?? ref.replace(/^refs\//, "");
  return {
    __typename: "Ref" as const,
    id: nodeId("Ref", place.repository.id, ref),
    name,
    prefix: ref.slice(0, ref.length - name.length),
    target: () => gitObjectNode(place, sha),
    repository: place.shown,
  } satisfies FieldsOf<Ref> & { __typename: string };
}

/** Takes the full name, or the short name of a branch or tag. */
export function refByName(place: Place, name: string) {
  for (const ref of [name, branchRef(name), tagRef(name)]) {
    const sha = place.git.refs.get(ref);
    if (sha !== undefined) return refNode(place, ref, sha);
  }
  return null;
}

export function refsConnection(place: Place, paged: Paged<RepositoryRefsArgs>) {
  const { refPrefix, query, direction, orderBy } = paged.args;
  if (orderBy != null && orderBy.field !== "ALPHABETICAL") {
    throw new GraphqlRefusal("NO_RESOLVER", `The forge does not order refs by ${orderBy.field}.`);
  }
  const found = [...place.git.refs.keys()]
    .filter((ref) => ref.startsWith(refPrefix) && (query == null || ref.slice(refPrefix.length).includes(query)))
    .toSorted();
  const items = (orderBy?.direction ?? direction) === "DESC" ? found.toReversed() : found;
  return connection(paged, {
    items,
    key: (ref) => ref,
    show: (ref) => refNode(place, ref, place.git.refs.get(ref) ?? ""),
  });
}
