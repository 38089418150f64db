/** Acts at a chosen moment: right before or right after GitHub performs a request of the App. */
import type { Forge } from "../../../src/sandbox/forge/forge.js";
import type { InterceptedRequest } from "../../../src/sandbox/forge/http/interceptors.js";

/**
 * A request by its number since the window opened, counted from 1, or the request that merges. The number of requests
 * varies with the timing of events. A number past the merge therefore strikes right before the merge, the last possible
 * moment.
 */
export type Point = { readonly at: number | "merge"; readonly moment: "before" | "after" };

export type Window = {
  /** Starts counting requests. */
  open(): void;
  /** The App's requests in the window so far. */
  requests(): number;
  /** The request that was struck, or null. */
  struck(): string | null;
  close(): void;
};

export function openWindow(forge: Forge, point: Point | null, act: () => Promise<unknown>): Window {
  let isOpen = false;
  let requests = 0;
  let isDone = false;
  let struck: string | null = null;
  const due = new WeakSet<InterceptedRequest>();
  const strike = async (moment: Point["moment"], { method, path }: InterceptedRequest) => {
    struck = `${moment} ${method} ${path}`;
    await act();
  };
  const remove = forge.intercept({
    beforeRequest: async (request) => {
      if (!isOpen || !/\bghs_/.test(request.headers.authorization ?? "")) return { kind: "pass" };
      requests += 1;
      if (point === null || isDone) return { kind: "pass" };
      const isPoint = point.at === requests || (point.at === "merge" && isMerge(request));
      if (!isPoint && !isMerge(request)) return { kind: "pass" };
      isDone = true;
      if (isPoint && point.moment === "after") due.add(request);
      else await strike("before", request);
      return { kind: "pass" };
    },
    afterRequest: async (request) => {
      if (due.has(request)) await strike("after", request);
      return { kind: "pass" };
    },
  });
  return {
    open: () => {
      isOpen = true;
    },
    requests: () => requests,
    struck: () => struck,
    close: remove,
  };
}

function isMerge({ method, path }: InterceptedRequest): boolean {
  return method === "PUT" && path.endsWith("/merge");
}
