import { NotAccepted } from "../../domain/errors.js";

/** A delivery must be answered within ten seconds, or GitHub gives up. */
const ACCEPT_MS = 7_000;

/** Stored in the database, or refused: then GitHub's log of deliveries shows it, and the sweep replaces it. */
export async function accepted(writing: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new NotAccepted(`no answer in ${ACCEPT_MS} ms`)), ACCEPT_MS);
  });
  try {
    await Promise.race([writing, late]);
  } catch (error) {
    throw error instanceof NotAccepted ? error : new NotAccepted(error);
  } finally {
    clearTimeout(timer);
  }
}
