import { z } from "zod";

/** A text that is not blank, of bounded length. */
export function nonBlank(maxLength: number) {
  return z.string().max(maxLength).regex(/\S/, "must not be blank");
}
