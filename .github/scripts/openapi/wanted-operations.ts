import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { allRoutes } from "../../../src/sandbox/forge/routes.js";

/** An operation of GitHub's REST API as its description names it: `GET /repos/{owner}/{repo}`. */
export type Operation = `${string} /${string}`;

/** Routes that GitHub serves but does not describe. */
export const UNDESCRIBED: ReadonlySet<string> = new Set(["GET /repositories/{repository_id}"]);

/** Every operation that is compared with GitHub's description: the forge's routes and the App's calls, in order. */
export function wantedOperations(root: string): Operation[] {
  const known = new Set([...servedOperations(), ...calledOperations(root)]);
  return [...known].filter((operation) => !UNDESCRIBED.has(operation)).sort();
}

export function servedOperations(): Operation[] {
  const unused = () => {
    throw new Error("no request is made here");
  };
  const bucket = { count: unused, refund: unused, peek: unused };
  const routes = allRoutes({ core: bucket, graphql: bucket });
  return routes.map(({ method, template }): Operation => `${method} ${template as `/${string}`}`);
}

const CALL = /(["'`])((?:GET|POST|PUT|PATCH|DELETE) \/[^"'`\s]*)\1/g;
const UNREADABLE = /`(?:GET|POST|PUT|PATCH|DELETE) [^`]*\$\{/;

/** The App's calls, found in its sources: each call is written out there, so that a search finds it. */
export function calledOperations(root: string): Operation[] {
  const files = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" });
  // The sandbox plays GitHub's side.
  const own = files.filter((file) => file.endsWith(".ts") && !file.startsWith("sandbox"));
  return own.flatMap((file) => operationsIn(file, readFileSync(join(root, "src", file), "utf8")));
}

export function operationsIn(file: string, text: string): Operation[] {
  if (UNREADABLE.test(text)) throw new Error(`src/${file} puts a call to GitHub together: write its path out`);
  return [...text.matchAll(CALL)].map((match) => match[2] as Operation);
}
