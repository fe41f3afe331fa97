/** The token of an `Authorization: Bearer …` header; undefined without one. The scheme's case does not matter. */
export function readBearer(authorization: string | undefined): string | undefined {
  return /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
}

/** Whether a token has the three parts of a JWT. */
export function looksLikeJwt(token: string): boolean {
  return token.split('.').length === 3;
}
