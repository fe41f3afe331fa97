import { expect, test } from '@jest/globals';
import { localeOf } from './locale-of.ts';
import type { GatewayResponse } from './request-state.ts';

const response = { locals: { state: {} } } as unknown as GatewayResponse;

/** The locale for a header, and whether its languages were compared. */
function localeFor(header: string) {
  let isCompared = false;
  const acceptsLanguages = () => {
    isCompared = true;
    return 'es';
  };
  const request = { headers: { 'accept-language': header }, acceptsLanguages } as never;
  return { locale: localeOf(request, response), isCompared };
}

test('the language that Accept-Language prefers is the locale', () => {
  expect(localeFor('es,en;q=0.5')).toEqual({ locale: 'es', isCompared: true });
});

test('a header of more than 500 characters is ignored without a comparison', () => {
  expect(localeFor('es,'.repeat(170)).isCompared).toBe(false);
  expect(localeFor('es,'.repeat(170)).locale).toMatch(/^en/);
});
