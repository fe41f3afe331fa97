import { usersEndOtherSessions, usersEndSession, usersSessions } from '@svc/contracts';
import { forCallers, type Endpoint } from './endpoint.ts';
import { inPath } from './input-sources.ts';

/** The sessions of the caller (docs/guides/sessions.md). */
export const sessionsEndpoints: readonly Endpoint[] = [
  forCallers('GET /{ns}/v1/sessions', usersSessions, {}),
  forCallers('DELETE /{ns}/v1/sessions', usersEndOtherSessions, {}),
  forCallers('DELETE /{ns}/v1/sessions/{session}', usersEndSession, { id: inPath('session') }),
];
