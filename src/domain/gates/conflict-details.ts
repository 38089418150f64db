import { z } from "zod";

/** What gate 3 says in its details when head and base cannot be merged: the files both of them changed. */
export const ConflictDetails = z.looseObject({ conflict: z.string().min(1), files: z.array(z.string().min(1)).min(1) });
export type ConflictDetails = z.infer<typeof ConflictDetails>;
