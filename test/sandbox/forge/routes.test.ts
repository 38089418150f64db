import { expect, it } from "vitest";
import { allRoutes } from "../../../src/sandbox/forge/routes.js";
import { isDescribed } from "../../support/openapi-check.js";

const bucket = { count: unused, refund: unused, peek: unused };
const routes = allRoutes({ core: bucket, graphql: bucket });

function unused(): never {
  throw new Error("no request is made here");
}

it("the forge serves only routes that GitHub has, spelled as GitHub spells them", () => {
  expect(routes.length).toBeGreaterThan(150);
  const unknown = routes.filter(({ method, template }) => !isDescribed(method, template));
  expect(unknown.map(({ method, template }) => `${method} ${template}`)).toEqual([]);
});
