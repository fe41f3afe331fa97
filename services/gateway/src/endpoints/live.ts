import { recordsChanges, recordsCheckSubscription } from '@svc/contracts';
import { z } from 'zod';
import { forCallers, type Endpoint } from './endpoint.ts';
import { fromQuery, theDialect, wholeQuery } from './input-sources.ts';

/** Changes as they happen (docs/guides/live.md). */
export const liveEndpoints: readonly Endpoint[] = [
  forCallers(
    'GET /{ns}/v1/events',
    recordsCheckSubscription,
    { ...fromQuery('post_type', 'id', 'last_event_id'), query: wholeQuery, dialect: theDialect },
    { answer: 'events', takesTicket: true },
  ),
  forCallers('GET /{ns}/v1/changes', recordsChanges, fromQuery('post_type', 'since', 'limit', 'wait'), {
    answer: 'changes',
  }),
  {
    method: 'POST',
    path: '/{ns}/v1/events/ticket',
    access: 'caller',
    answer: 'event_ticket',
    summary: 'A ticket for an event stream, for clients that cannot send headers.',
    output: z.object({ ticket: z.string(), expires_at: z.string() }),
    errors: [],
    hasSecret: true,
  },
];
