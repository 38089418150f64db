/** A person or bot: picture, name and the bot label. */
import { theAccount } from "../../forge/lookup.js";
import type { AccountRecord } from "../../forge/records/account.js";
import { type Html, html } from "../html.js";
import type { Visit } from "../visit.js";

export function avatar({ id, type }: AccountRecord, size = 32): Html {
  return html`<img class="avatar${type !== "User" && " square"}" src="/avatars/u/${id}" alt="" width="${size}" height="${size}">`;
}

export function author({ hub }: Visit, userId: number): Html {
  const { login, type } = theAccount(hub.state, userId);
  const name = type === "Bot" ? login.replace("[bot]", "") : login;
  return html`<strong class="author">${name}</strong>${type === "Bot" && html` <span class="tag">bot</span>`}`;
}

/** A letter on a colour derived from the name. */
export function avatarImage({ login, type }: AccountRecord): string {
  const hue = [...login].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7);
  const letter = (/[a-z\d]/i.exec(login)?.[0] ?? "?").toUpperCase();
  const shape = type === "User" ? '<circle cx="20" cy="20" r="20"' : '<rect width="40" height="40" rx="8"';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">${shape} fill="hsl(${hue} 45% 42%)"/><text x="20" y="27" font-family="system-ui,sans-serif" font-size="20" font-weight="600" fill="#fff" text-anchor="middle">${letter}</text></svg>`;
}
