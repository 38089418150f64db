import { NotAccepted } from "../../domain/errors.js";

/** A delivery is answered before GitHub gives up on it, which it does after ten seconds. */
const ACCEPT_MS = 7_000;

/** Kept in the database, or refused: then GitHub's log of deliveries shows it, and the sweep finds what it was about. */
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
