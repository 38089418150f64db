/** An instant to the second, as people write it. GitHub has no way to show it in the reader's own zone. */
export function moment(instant: string): string {
  return `${instant.slice(0, 19).replace("T", " ")} UTC`;
}
