import { createHmac, timingSafeEqual } from 'node:crypto';

/** A refresh token of a session: its number in the order of the session's tokens. */
export interface RefreshToken {
  readonly sessionId: string;
  readonly number: number;
}

const form = /^rvr_(?<sessionId>[\w-]{1,100})\.(?<number>[1-9]\d{0,14})\.(?<mac>[\w-]{43})$/;

/** The text of a refresh token. It derives from the session, so that two refreshes that race make the same one. */
export function formatRefreshToken({ sessionId, number }: RefreshToken, key: Buffer): string {
  return `rvr_${sessionId}.${number}.${macOf({ sessionId, number }, key).toString('base64url')}`;
}

/** The refresh token of a text; undefined for a text that was not made with this key. */
export function parseRefreshToken(text: string, key: Buffer): RefreshToken | undefined {
  const { sessionId, number, mac } = form.exec(text)?.groups ?? {};
  if (sessionId === undefined || mac === undefined) return undefined;
  const token = { sessionId, number: Number(number) };
  const given = Buffer.from(mac, 'base64url');
  const expected = macOf(token, key);
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : undefined;
}

function macOf({ sessionId, number }: RefreshToken, key: Buffer): Buffer {
  return createHmac('sha256', key).update(`${sessionId}.${number}`).digest();
}
