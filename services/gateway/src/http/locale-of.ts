import type { Request } from 'express';
import { english, spokenLanguages, withoutCountry } from '@svc/language';
import type { GatewayResponse } from './request-state.ts';

/** `en`, `es`, `fr`: compared with Accept-Language. English comes first, for clients that accept any. */
const offered = spokenLanguages.map(({ key }) => withoutCountry(key));

/** The maximum length of the header. Each of its languages is compared with every offered one, also before a request is authenticated. */
const maxLength = 500;

/** The locale of the answer: that of the caller, or without one the language that Accept-Language prefers. A header that is too long is ignored. */
export function localeOf(
  request: Pick<Request, 'acceptsLanguages' | 'headers'>,
  response: GatewayResponse,
): string {
  const { locale } = response.locals.state.actor ?? {};
  if (locale !== undefined) return locale;
  const isLong = (request.headers['accept-language']?.length ?? 0) > maxLength;
  return (!isLong && request.acceptsLanguages(offered)) || english.key;
}
