/** Visible ASCII without a dot: three parts with dots between them would be taken for a JWT. */
const pattern = /^[!-\-/-~]{16,200}$/;

/** What to say of a token that cannot be one. */
export const tokenProblem = 'token must be 16 to 200 visible ASCII characters without blanks and dots';

/** Whether a text may be the token of a link: the other site may have made it. */
export function isToken(text: string): boolean {
  return pattern.test(text);
}
