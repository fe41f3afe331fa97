import { Secret, TOTP } from 'otpauth';

/** RFC 6238 with the parameters that every app supports. */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const secretBytes = 20;

/** Periods before and after the present one whose codes are valid too: clocks differ, and typing takes time. */
const tolerance = 1;

/** A random secret in base 32. */
export function makeTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** The address of a secret that apps read from a QR code. */
export function otpauthUrl(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return new TOTP({ ...parameters, secret, issuer, label }).toString();
}

/** The number of the period of a code; undefined for a code that is not valid now. */
export function periodOfCode(secret: string, code: string, now: Date): number | undefined {
  const totp = new TOTP({ ...parameters, secret });
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: tolerance });
  return delta === null ? undefined : Math.floor(now.getTime() / 1_000 / parameters.period) + delta;
}
