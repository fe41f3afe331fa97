import { Deadline, decodeBody, type Reply } from '@svc/service-kit';
import type { OperationEndpoint } from '../endpoints/endpoint.ts';
import type { LiveChanges } from '../live/live-changes.ts';
import type { OpenStreams } from '../live/open-streams.ts';
import { askOperation, callerOf, type AskDeps } from './ask-operation.ts';
import { parseQuery } from './parse-brackets.ts';
import type { GatewayHandler } from './request-state.ts';
import { sendReply } from './send-reply.ts';

/** The parts that waiting for changes needs. */
export interface WaitDeps extends AskDeps {
  readonly live: Pick<LiveChanges, 'countOf' | 'nextChange'>;
  readonly streams: OpenStreams;
}

/** Sends the changes since a cursor; with `wait`, not before there are some or that many seconds have passed. */
export function sendChanges(endpoint: OperationEndpoint, deps: WaitDeps): GatewayHandler {
  const ask = askOperation(endpoint, deps);
  return async (request, response) => {
    // Records refuses anything else.
    const { post_type: postType, wait } = parseQuery(request.originalUrl) as {
      post_type?: unknown;
      wait?: unknown;
    };
    const type = typeof postType === 'string' ? postType : '';
    const seconds = typeof wait === 'string' ? Number(wait) : 0;
    const end = Date.now() + seconds * 1_000;
    response.locals.state.takesLong = end > Date.now();
    if (end > Date.now())
      response.once('close', deps.streams.enter(callerOf(request, response), request.ip ?? ''));
    for (;;) {
      const count = deps.live.countOf(type);
      response.locals.state.deadline = Deadline.after(deps.config.READ_DEADLINE_MS);
      const reply = await ask(request, response);
      const left = end - Date.now();
      if (!(left > 0) || !isEmpty(reply)) return sendReply(response, reply);
      if (response.closed) return;
      await deps.live.nextChange(type, { count, milliseconds: left });
    }
  };
}

/** Whether records has answered that nothing has changed. */
function isEmpty(reply: Reply): boolean {
  if (!reply.ok) return false;
  const { records, removed, more } = decodeBody(reply.body) as {
    records: unknown[];
    removed: unknown[];
    more: boolean;
  };
  return records.length + removed.length === 0 && !more;
}
