/** A problem the person at the terminal can act on: the message says what is wrong, where, and what to do. */
export class StackError extends Error {
  override name = 'StackError';
}
