/** Visible ASCII without a dot, because three parts with dots between them look like a JWT. */
const pattern = /^[!-\-/-~]{16,200}$/;

export const tokenProblem = 'token must be 16 to 200 visible ASCII characters without blanks and dots';

/** Whether a text may be the token of a link; the other site may have generated it. */
export function isToken(text: string): boolean {
  return pattern.test(text);
}
