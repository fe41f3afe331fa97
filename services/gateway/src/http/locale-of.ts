import type { Request } from 'express';
import { english, spokenLanguages, withoutCountry } from '@svc/language';
import type { GatewayResponse } from './request-state.ts';

/** `en`, `es`, `fr`: compared with Accept-Language. English comes first, for clients that accept any. */
const offered = spokenLanguages.map(({ key }) => withoutCountry(key));

/** The locale of the answer: that of the caller, or without one the language that Accept-Language prefers. */
export function localeOf(request: Pick<Request, 'acceptsLanguages'>, response: GatewayResponse): string {
  return response.locals.state.actor?.locale ?? (request.acceptsLanguages(offered) || english.key);
}
