import type { ReferenceDocuments } from "../documents/reference-documents.js";
import { fileRef } from "../workspace/workspace-refs.js";
import { type Offer, offer, offerOf } from "./offer.js";

/** The documents that a request refers to, each with its readable blob. Their names are untrusted data. */
export function documentOffers({ readable, leftOut }: ReferenceDocuments): Offer[] {
  return [
    ...readable.map(({ path, blob, size }, index) =>
      offerOf(fileRef(path, blob), {
        input: "product-request",
        title: `Document ${index + 1} of ${readable.length} that SPEC.md refers to`,
        reason: "SPEC.md refers to it",
        text: `${path}: ${size} bytes, shown by \`read\``,
      }),
    ),
    ...(leftOut.length === 0 ? [] : [leftOutOffer(leftOut)]),
  ];
}

function leftOutOffer(leftOut: ReferenceDocuments["leftOut"]): Offer {
  const offered = offer({
    input: "product-request",
    id: "documents-left-out",
    title: "Documents that SPEC.md refers to and that cannot be read",
    reason: `${leftOut.length} documents that SPEC.md refers to are named, not shown`,
    text: leftOut.map(({ path, why }) => `${path}: ${why}`).join("\n"),
  });
  return { ...offered, atMost: "METADATA_ONLY" };
}
