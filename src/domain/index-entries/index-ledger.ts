import { z } from "zod";
import { ModuleRef } from "../ids.js";

/**
 * The status changes that the loop's own merged pull requests made to versions of earlier products, and deprecated or
 * reverted ones. The tasks of this product have the rest. The index on the default branch is compared with it, because
 * people can write there. Superseded versions follow from the versions themselves.
 */
export const IndexLedger = z.record(ModuleRef, z.enum(["SHIPPED", "DEPRECATED", "WITHDRAWN"]));
export type IndexLedger = z.infer<typeof IndexLedger>;
