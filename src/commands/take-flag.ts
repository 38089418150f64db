/** Takes `--name` off the front of a person's words; anywhere else it is one of them. */
export function takeFlag(text: string, name: string): { readonly given: boolean; readonly rest: string } {
  const flag = new RegExp(`^--${name}(?:\\s+|$)`);
  return { given: flag.test(text), rest: text.replace(flag, "") };
}
