/** The reason why a command failed, and what to do about it. The message is printed unchanged. */
export class AdminError extends Error {
  override readonly name = 'AdminError';
}
