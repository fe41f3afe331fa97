import type { Actor, OutputOf, recordsCheckSubscription, Subscription } from '@svc/contracts';
import { decodeBody, Deadline, errorOfReply, type Reply } from '@svc/service-kit';
import type { OperationEndpoint } from '../endpoints/endpoint.ts';
import type { LiveChanges } from '../live/live-changes.ts';
import type { OpenStreams } from '../live/open-streams.ts';
import { askOperation, callerOf, type AskDeps, type GatewayRequest } from './ask-operation.ts';
import { parseQuery } from './parse-brackets.ts';
import type { GatewayHandler, GatewayResponse } from './request-state.ts';
import { sendReply } from './send-reply.ts';

/** The parts that event streams need. */
export interface LiveDeps extends AskDeps {
  readonly live: Pick<LiveChanges, 'open'>;
  readonly streams: OpenStreams;
}

/** Authenticates the sender of a request again. */
type Authenticate = (request: GatewayRequest, response: GatewayResponse) => Promise<Actor>;

/**
 * Opens an event stream (docs/guides/live.md). Proxies must pass it on as it is: it is not compressed, and the header asks nginx not to
 * buffer it.
 */
export function sendEvents(
  endpoint: OperationEndpoint,
  deps: LiveDeps,
  authenticate: Authenticate,
): GatewayHandler {
  const ask = askOperation(endpoint, deps);
  return async (request, response) => {
    const actor = callerOf(request, response);
    const leave = deps.streams.enter(actor, request.ip ?? '');
    response.once('close', leave);
    const reply = await ask(request, response);
    if (!reply.ok) return sendReply(response, reply);
    response.setHeader('Content-Type', 'text/event-stream; charset=utf-8');
    response.setHeader('Cache-Control', 'no-cache, no-transform');
    response.setHeader('X-Accel-Buffering', 'no');
    if (request.method === 'HEAD') return void response.end();
    const { state } = response.locals;
    state.takesLong = true;
    const again = () => {
      state.deadline = Deadline.after(deps.config.READ_DEADLINE_MS);
    };
    await deps.live.open({
      response,
      actor,
      subscriptions: subscriptionsOf(reply),
      lastEventId: lastEventIdOf(request),
      async authenticate() {
        again();
        return authenticate(request, response);
      },
      async check(nextActor) {
        again();
        state.actor = nextActor;
        return subscriptionsOf(await ask(request, response));
      },
      onEnd: (reason) => state.log.debug({ reason }, 'event stream ended'),
    });
  };
}

function subscriptionsOf(reply: Reply): readonly Subscription[] {
  if (!reply.ok) throw errorOfReply(reply);
  return (decodeBody(reply.body) as OutputOf<typeof recordsCheckSubscription>).subscriptions;
}

/** Clients that cannot send the header name the id in the query. */
function lastEventIdOf({ headers, originalUrl }: GatewayRequest): string | undefined {
  const sent: unknown = headers['last-event-id'] ?? parseQuery(originalUrl)['last_event_id'];
  return typeof sent === 'string' && sent !== '' ? sent : undefined;
}
