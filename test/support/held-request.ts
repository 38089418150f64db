/** Holds one write of the App back, so that a test can act in the middle of a reconcile. */
import type { Forge } from "../../src/sandbox/forge/forge.js";
import type { RepositoryRecord } from "../../src/sandbox/forge/records/repository.js";

type HeldRequest = {
  /** Settles when a request is held. */
  readonly arrived: Promise<void>;
  /** Performs the held request or cuts its connection. No further request is held. */
  end(how: "pass" | "hang-up"): void;
};

/** Holds the next answer to a command in a repository. */
export function holdAnswer(forge: Forge, { name }: RepositoryRecord): HeldRequest {
  let arrive = () => {};
  let decide = (_: "pass" | "hang-up") => {};
  let taken = false;
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const decided = new Promise<"pass" | "hang-up">((resolve) => {
    decide = resolve;
  });
  const remove = forge.intercept({
    beforeRequest: async ({ method, path, headers, body }) => {
      const isComment = method === "POST" && path.includes(`/${name}/issues/`) && path.endsWith("/comments");
      const isIt = isComment && body.includes("answer:");
      if (taken || !isIt || !/\bghs_/.test(headers.authorization ?? "")) return { kind: "pass" };
      taken = true;
      arrive();
      return { kind: await decided };
    },
  });
  return {
    arrived,
    end(how) {
      decide(how);
      remove();
    },
  };
}
