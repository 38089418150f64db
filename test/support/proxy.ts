import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";

/** A proxy that records the requested names and forwards all of them to one local port. */
export async function startProxy(port: () => number) {
  const asked: string[] = [];
  const server = createServer().on("connect", (request, socket) => {
    asked.push(request.url ?? "");
    const onward = connect(port(), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      onward.pipe(socket).pipe(onward);
    });
    socket.on("error", () => onward.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}
