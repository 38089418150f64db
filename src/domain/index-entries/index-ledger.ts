import { z } from "zod";
import { ModuleRef } from "../ids.js";

/**
 * What the loop's own merged pull requests made of versions, as far as the tasks of this product do not say it: those of
 * earlier products, and what was deprecated or taken back. The index on the default branch is held against it, because
 * people can write there. What was superseded follows from the versions themselves.
 */
export const IndexLedger = z.record(ModuleRef, z.enum(["SHIPPED", "DEPRECATED", "WITHDRAWN"]));
export type IndexLedger = z.infer<typeof IndexLedger>;
