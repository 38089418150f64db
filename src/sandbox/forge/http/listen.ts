import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { hasCode } from "../../../domain/errors.js";

/** Listens on the requested port, or on the previous one if it is free, or on any. Returns the port. */
export async function listen(server: Server, asked: number | undefined, last: number | null): Promise<number> {
  if (asked !== undefined && asked !== 0) return listenOn(server, asked);
  try {
    return await listenOn(server, last ?? 0);
  } catch (error) {
    if (last === null || !hasCode(error, "EADDRINUSE")) throw error;
    return listenOn(server, 0);
  }
}

function listenOn(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
