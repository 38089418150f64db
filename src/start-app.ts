import { Probot, Server } from "probot";
import { app } from "./app.js";
import { apiUrl, type Env } from "./env.js";

/** A running App: where it listens, and how it ends. */
export type RunningApp = { readonly url: string; stop(): Promise<void> };

/** Starts the App as in production, wherever its GitHub is. */
export async function startApp(env: Env): Promise<RunningApp> {
  const server = new Server({
    port: env.PORT,
    host: env.HOST,
    Probot: Probot.defaults({
      appId: env.APP_ID,
      privateKey: env.PRIVATE_KEY,
      secret: env.WEBHOOK_SECRET,
      baseUrl: apiUrl(env),
      logLevel: env.LOG_LEVEL === "silent" ? "fatal" : env.LOG_LEVEL,
    }),
  });
  await server.load(app);
  await server.start();
  return { url: `http://${server.host}:${server.port}`, stop: () => server.stop() };
}
