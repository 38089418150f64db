/** An answer about another repository than the client is for. To everybody who asks it is as if there were nothing. */
class MovedElsewhere extends Error {
  override readonly name = "MovedElsewhere";
  readonly status = 404;

  constructor(readonly url: string) {
    super(`it was transferred to another repository: ${url}`);
  }
}

/**
 * GitHub redirects from a renamed repository to the same one by its id, and from a transferred issue to the repository where it is
 * now. A public one can be read with any token, so its texts would be taken for this repository's.
 */
export function onlyHere(repository: number) {
  return async function send<R extends object, O>(request: (options: O) => R | Promise<R>, options: O): Promise<R> {
    const answer = await request(options);
    const url = "url" in answer && typeof answer.url === "string" ? answer.url : "";
    const [, id] = /\/repositories\/(\d+)(?:[/?]|$)/.exec(url) ?? [];
    if (id !== undefined && Number(id) !== repository) throw new MovedElsewhere(url);
    return answer;
  };
}
