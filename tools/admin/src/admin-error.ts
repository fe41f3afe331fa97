/** Why a command could not be carried out, and what to do about it; shown as it is. */
export class AdminError extends Error {
  override readonly name = 'AdminError';
}
