/** The lines of a `.gitignore` that name a file or a folder. Installed packages are ignored, too, and are left out. */
export function ignoredPaths(text: string): RegExp[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => /\w/.test(line) && line.length < 200 && !/^[#!]|node_modules|site-packages/.test(line))
    .map((line) => {
      const isRooted = line.slice(0, -1).includes("/");
      const body = line
        .replace(/^\/|\/$/g, "")
        .split(/(\*\*\/|\*)/)
        .map((part) => (part === "**/" ? "(?:.*/)?" : part === "*" ? "[^/]*" : escapePattern(part)))
        .join("");
      return new RegExp(`${isRooted ? "^" : "(?:^|/)"}${body}(?:/|$|\\.)`);
    });
}

/** A text as a pattern that matches just it. */
export function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
