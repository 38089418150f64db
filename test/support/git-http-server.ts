import { spawn } from "node:child_process";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";

/** Serves one repository under any name to accounts that `mayRead` accepts. */
export type GitHttpServer = { readonly url: string; readonly close: () => Promise<void> };

/** Runs git's own CGI program behind Node's HTTP server, with a token as Basic password like on GitHub. */
export async function startGitHttpServer(
  folder: string,
  mayRead: (token: string | undefined) => boolean,
): Promise<GitHttpServer> {
  const server = createServer((request, response) => {
    if (!mayRead(tokenOf(request))) {
      response.writeHead(401, { "www-authenticate": 'Basic realm="test"' }).end();
      return;
    }
    serve(folder, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function tokenOf(request: IncomingMessage): string | undefined {
  const [, encoded] = /^basic (.+)$/i.exec(request.headers.authorization ?? "") ?? [];
  return encoded === undefined
    ? undefined
    : Buffer.from(encoded, "base64")
        .toString()
        .replace(/^x-access-token:/, "");
}

function serve(folder: string, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
  const inside = pathname.replace(/^\/[^/]+\/[^/]+?(\.git)?\//, "/");
  const child = spawn("git", ["http-backend"], {
    env: {
      PATH: process.env.PATH ?? "",
      GIT_PROJECT_ROOT: path.join(folder, ".git"),
      GIT_HTTP_EXPORT_ALL: "1",
      PATH_INFO: inside,
      QUERY_STRING: searchParams.toString(),
      REQUEST_METHOD: request.method ?? "GET",
      CONTENT_TYPE: request.headers["content-type"] ?? "",
      HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
      GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
    },
  });
  request.pipe(child.stdin);
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  child.once("close", () => {
    const output = Buffer.concat(chunks);
    const end = output.indexOf("\r\n\r\n");
    const headers = output
      .subarray(0, end)
      .toString()
      .split("\r\n")
      .map((line) => line.split(": ") as [string, string]);
    const status = headers.find(([name]) => name === "Status")?.[1];
    response.writeHead(
      Number.parseInt(status ?? "200", 10),
      Object.fromEntries(headers.filter(([name]) => name !== "Status")),
    );
    response.end(output.subarray(end + 4));
  });
}
