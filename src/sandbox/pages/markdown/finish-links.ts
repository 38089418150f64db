/** Changes links and images after sanitising, when only harmless ones are left. */
import type { Element, Nodes, Properties } from "hast";
import type { References } from "./link-references.js";

export type Surroundings = References & {
  /** The base of a file's relative links: `/acme/product/blob/main/docs/`. Conversations have none. */
  readonly relativeTo?: { readonly links: string; readonly images: string };
};

/** The sanitiser's prefix. It separates names in texts from the page's own names. */
const PREFIX = "user-content-";
const ABSOLUTE = /^(?:[a-z][a-z\d+.-]*:|\/|#|\?)/i;

export function finishLinks(node: Nodes, around: Surroundings): Nodes {
  if (!("children" in node)) return node;
  const children = node.children.map((child) => finishLinks(child, around)) as typeof node.children;
  if (node.type !== "element") return { ...node, children } as Nodes;
  return { ...node, children, properties: { ...node.properties, ...changes(node, around) } } as Element;
}

function changes({ tagName, properties }: Element, { relativeTo }: Surroundings): Properties {
  if (tagName === "a" && typeof properties.href === "string") {
    const { href } = properties;
    if (href.startsWith("#")) return { href: `#${PREFIX}${href.slice(1)}` };
    const at = relativeTo === undefined || ABSOLUTE.test(href) ? href : relativeTo.links + href;
    return /^https?:/i.test(at) ? { href: at, rel: ["nofollow", "noopener", "noreferrer"] } : { href: at };
  }
  if (tagName === "img" && typeof properties.src === "string") {
    const { src } = properties;
    return { src: relativeTo === undefined || ABSOLUTE.test(src) ? src : relativeTo.images + src };
  }
  return {};
}
