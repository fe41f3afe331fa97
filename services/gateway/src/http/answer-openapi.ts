import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { recordsPostTypes, recordsSettings, ServiceError, type PostTypeSettings } from '@svc/contracts';
import type { CallContext } from '@svc/service-kit';
import { authenticate, type AuthDeps } from '../auth/authenticate.ts';
import type { GatewayConfig } from '../config.ts';
import { endpointGroups } from '../endpoints/all-endpoints.ts';
import { openApiDocument, withPostTypes, type OpenApiDocument } from '../openapi/openapi-document.ts';
import { callerOf, type AskDeps } from './ask-operation.ts';
import type { GatewayHandler } from './request-state.ts';
import { sendTagged } from './send-reply.ts';
import { sentFrom } from './sent-from.ts';

interface OpenApiDeps extends AskDeps {
  readonly auth: AuthDeps;
  readonly config: GatewayConfig;
}

/** Documents that are kept: callers with the same types, fields and language share one. */
const keptDocuments = 20;

/**
 * Answers `GET /openapi.json` (docs/reference/openapi.md). With credentials the document has the post types and fields that the caller may
 * see, as they are now: a module or extension that has changed shows at once.
 */
export function answerOpenApi(deps: OpenApiDeps): GatewayHandler {
  const documentOf = documents(deps.config);
  return async (request, response) => {
    const { state } = response.locals;
    response.vary('Authorization');
    const { authorization } = request.headers;
    if (authorization !== undefined)
      state.actor = await authenticate(authorization, deps.auth, sentFrom(request, state, deps.config));
    const { requestId, traceparent, deadline, actor } = state;
    const context = { caller: callerOf(request, response), requestId, traceparent, deadline };
    const types = actor ? await visibleTypes(deps, context) : [];
    const reply = { ok: true, status: 200, code: undefined, body: documentOf(types) };
    sendTagged(response, reply, { tag: 'stored', ifNoneMatch: request.headers['if-none-match'] });
  };
}

/** Makes documents, each once for the same types. */
function documents({ API_ROOT: apiRoot, NAMESPACE_PREFIXES: prefixes }: GatewayConfig) {
  const kept = new LRUCache<string, Buffer>({ max: keptDocuments });
  let general: OpenApiDocument | undefined;
  return (types: readonly PostTypeSettings[]): Buffer => {
    const key = hash('sha256', JSON.stringify(types));
    const known = kept.get(key);
    if (known) return known;
    // Made on the first request: it takes half a second.
    general ??= openApiDocument({ groups: endpointGroups, apiRoot, prefixes });
    const document = types.length === 0 ? general : withPostTypes(general, types);
    const body = Buffer.from(JSON.stringify(document));
    kept.set(key, body);
    return body;
  };
}

/** The settings of the post types that the caller may access. */
async function visibleTypes({ services }: AskDeps, context: CallContext): Promise<PostTypeSettings[]> {
  const { post_types: types } = await services.call(recordsPostTypes, {}, context);
  const settings = types.map(async ({ post_type: key }) =>
    services.call(recordsSettings, { post_type: key }, context).catch((error: unknown) => {
      if (error instanceof ServiceError && error.status === 403) return undefined;
      throw error;
    }),
  );
  return (await Promise.all(settings)).filter((each) => each !== undefined);
}
