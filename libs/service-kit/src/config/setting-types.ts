import { z } from 'zod';

/** A TCP port; 0 requests a free one. */
export const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port from 0 to 65535')
  .transform(Number)
  .refine((number) => number <= 65_535, 'must be a port from 0 to 65535');

/** An address with one of the given schemes, for example `mongodb://…`. */
export function address(...schemes: string[]) {
  const expected = schemes.map((scheme) => `${scheme}://…`).join(' or ');
  return z
    .string()
    .refine(
      (text) => schemes.some((scheme) => text.startsWith(`${scheme}://`)),
      `must be an address such as ${expected}`,
    );
}

/** Makes the schema of an address that can be parsed as a URL, with one host, for example `https://…`. */
export function url(...schemes: string[]) {
  return address(...schemes).refine((text) => URL.canParse(text), 'must be a URL');
}

/** An address to which paths are appended; trailing slashes are removed. */
export const baseUrl = url('http', 'https').transform((text) => text.replace(/(?<!\/)\/+$/, ''));

/** `true` or `1`, `false` or `0`. */
export const toggle = z
  .enum(['true', 'false', '1', '0'], 'must be true or false')
  .transform((text) => text === 'true' || text === '1');

/** Values separated by commas, trimmed and without empty ones. */
export const commaList = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

/** The path before all endpoints; a trailing slash is removed. */
export const apiRoot = z
  .string()
  .regex(/^(\/|(\/[\w.-]+)+\/?)$/, 'must be a path such as /wp-json')
  .default('/wp-json')
  .transform((path) => path.replace(/\/$/, ''));
