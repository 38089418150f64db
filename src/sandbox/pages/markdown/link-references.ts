/** Links `#12`, `@login` and commit SHAs like GitHub: in text only, never in code or in links. */
import type { PhrasingContent, Root } from "mdast";
import { findAndReplace } from "mdast-util-find-and-replace";

export type References = {
  /** The repository's page: `/acme/product`. */
  readonly repositoryPath: string;
};

const ISSUE = /(?<![\w&/#-])#(\d{1,9})\b/g;
const MENTION = /(?<![\w/`@.-])@([a-z\d](?:[a-z\d-]{0,38}))(?![\w/-]|\.\w|@)/gi;
const COMMIT = /(?<![\w/-])([0-9a-f]{40})(?![\w-])/g;

/** Changes the tree in place. The caller has just created it. */
export function linkReferences(tree: Root, { repositoryPath }: References): void {
  findAndReplace(
    tree,
    [
      [
        ISSUE,
        (text: string, number: string) => link(`${repositoryPath}/issues/${number}`, { type: "text", value: text }),
      ],
      [MENTION, (text: string): PhrasingContent => ({ type: "strong", children: [{ type: "text", value: text }] })],
      [
        COMMIT,
        (_text: string, sha: string) =>
          link(`${repositoryPath}/commit/${sha}`, { type: "inlineCode", value: sha.slice(0, 7) }),
      ],
    ],
    { ignore: ["link", "linkReference"] },
  );
}

function link(url: string, child: { type: "text" | "inlineCode"; value: string }): PhrasingContent {
  return { type: "link", url, children: [child] };
}
