/** A problem that the user at the terminal can solve: the message has the problem, its place and the remedy. */
export class StackError extends Error {
  override name = 'StackError';
}
