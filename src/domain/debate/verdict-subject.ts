import { z } from "zod";
import { Digest, ModuleRef } from "../ids.js";
import { VerdictBinding } from "./verdict-binding.js";

/** A contract that is debated on its own, before its implementation (requirements.md#interface-change-flow). */
const ContractSubject = z.strictObject({ module_ref: ModuleRef, fingerprint: Digest });

/** The subject of a verdict, recorded with it: a built module by the content of its files, or a candidate contract. */
export const VerdictSubject = z.union([VerdictBinding, ContractSubject]);
export type VerdictSubject = z.infer<typeof VerdictSubject>;
