/** Returns the message of an error, or the text of a value that was thrown in place of one. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
