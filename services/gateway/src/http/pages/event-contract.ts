import { asyncApiDocument } from '../../asyncapi/asyncapi-document.ts';
import { eventSchema, eventTypes } from '../../asyncapi/event-schema.ts';
import type { GatewayHandler } from '../request-state.ts';
import { sendJson } from '../send-reply.ts';

/** The documents change with a version of the service only. */
const cached = 'public, max-age=300';

/** Answers `GET /asyncapi.json`: the events on NATS, without credentials. */
export function answerAsyncApi(): GatewayHandler {
  let document: unknown;
  return (_request, response) => {
    response.locals.state.route = '/asyncapi.json';
    document ??= asyncApiDocument();
    sendJson(response, document, cached);
  };
}

/** Answers `GET /schemas/`: the paths of the schemas of all types of events. */
export function answerSchemas(): GatewayHandler {
  const schemas = eventTypes.map(({ type }) => ({ type, path: `/schemas/${type}.json` }));
  return (_request, response) => {
    response.locals.state.route = '/schemas/';
    sendJson(response, { schemas }, cached);
  };
}

/** Answers `GET /schemas/svc.record.updated.json`: the JSON Schema of one type of event. */
export function answerSchema(): GatewayHandler {
  return (request, response, next) => {
    const event = eventTypes.find(({ type }) => request.path === `/schemas/${type}.json`);
    if (!event) return next();
    response.locals.state.route = '/schemas/:type';
    sendJson(response, { $id: request.path, ...eventSchema(event, 'draft-2020-12') }, cached);
  };
}
