import type { Call } from "../../forge/http/call.js";
import type { Reply } from "../../forge/http/reply.js";
import { PERSON_COOKIE } from "../visit.js";
import { personOf } from "./read-form.js";

/** After a form: redirects to the page, with the same user selected. */
export function seeOther(call: Call, location: string): Reply {
  const cookie = `${PERSON_COOKIE}=${personOf(call).login}; Path=/; SameSite=Strict; HttpOnly`;
  return { status: 303, headers: { location, "set-cookie": cookie }, body: Buffer.alloc(0) };
}
