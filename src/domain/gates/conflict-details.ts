import { z } from "zod";

/** The details of gate 3 when head and base conflict: the files that both changed. */
export const ConflictDetails = z.looseObject({ conflict: z.string().min(1), files: z.array(z.string().min(1)).min(1) });
export type ConflictDetails = z.infer<typeof ConflictDetails>;
