import { type Html, html } from "../html.js";

/** An instant. The server writes the exact time, and the script makes it relative. */
export function moment(instant: string): Html {
  return html`<time datetime="${instant}" title="${instant}">${instant.replace("T", " ").replace(/(:\d\d)(?:\.\d+)?Z$/, "$1 UTC")}</time>`;
}

/** "1 m 5 s"; empty if one end is missing. */
export function duration(from: string | null, to: string | null): string {
  if (from === null || to === null) return "";
  const seconds = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000));
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds} s` : `${minutes} m ${seconds % 60} s`;
}
