import type { Release, RepositoryReleasesArgs } from "@octokit/graphql-schema";
import { canWrite } from "../../http/access.js";
import { nodeId } from "../../node-id.js";
import { latestRelease } from "../../operations/repository/publish-release.js";
import type { ReleaseRecord } from "../../records/release.js";
import { tagRef } from "../../ref-names.js";
import { releaseJson } from "../../resources/release.js";
import type { Place } from "../asking.js";
import { connection, type Paged } from "../connection.js";
import { GraphqlRefusal } from "../graphql-refusal.js";
import type { FieldsOf } from "../resolve-field.js";
import { actorById } from "./actor-node.js";
import { refByName } from "./ref-node.js";

export function releaseNode(place: Place, release: ReleaseRecord) {
  const { hub, repository } = place;
  const url = releaseJson(hub, repository, release).html_url;
  return {
    __typename: "Release" as const,
    id: nodeId("Release", repository.id, release.id),
    databaseId: release.id,
    name: release.name,
    description: release.body,
    tagName: release.tagName,
    tag: () => (release.draft ? null : refByName(place, tagRef(release.tagName))),
    author: () => actorById(hub, release.authorId),
    createdAt: release.createdAt,
    updatedAt: release.updatedAt,
    publishedAt: release.publishedAt,
    isDraft: release.draft,
    isLatest: latestRelease(repository) === release,
    url,
    repository: place.shown,
  } satisfies FieldsOf<Release> & { __typename: string };
}

/** Drafts are visible to people with push access. */
export function isReleaseVisible({ hub, asking, repository }: Place, { draft }: ReleaseRecord): boolean {
  return !draft || canWrite(hub, asking.caller, repository);
}

/** Oldest first by default. */
export function releasesConnection(place: Place, paged: Paged<RepositoryReleasesArgs>) {
  const { orderBy } = paged.args;
  if (orderBy != null && orderBy.field !== "CREATED_AT") {
    throw new GraphqlRefusal("NO_RESOLVER", `The forge does not order releases by ${orderBy.field}.`);
  }
  const oldestFirst = [...place.repository.releases.values()].filter((release) => isReleaseVisible(place, release));
  const items = orderBy?.direction === "DESC" ? oldestFirst.toReversed() : oldestFirst;
  return connection(paged, { items, key: ({ id }) => id, show: (release) => releaseNode(place, release) });
}
