import type { Request } from 'express';
import { english, spokenLanguages, withoutCountry } from '@svc/language';
import type { GatewayResponse } from './request-state.ts';

/** `en`, `es`, `fr`: what a browser says of its user. English comes first, for whoever takes any. */
const offered = spokenLanguages.map(({ key }) => withoutCountry(key));

/** The locale in which a request is answered: its caller's own; a stranger's is what they like best of the languages that the service speaks. */
export function localeOf(request: Pick<Request, 'acceptsLanguages'>, response: GatewayResponse): string {
  return response.locals.state.actor?.locale ?? (request.acceptsLanguages(offered) || english.key);
}
