import { endpointGroups } from '@svc/gateway/endpoints';
import { openApiDocument, type OpenApiDocument } from '@svc/gateway/openapi';

let made: OpenApiDocument | undefined;

/** The OpenAPI document in its general form, as a caller without credentials gets it. It takes half a second, once. */
export function generalDocument(): OpenApiDocument {
  made ??= openApiDocument({ groups: endpointGroups, apiRoot: '/wp-json', prefixes: ['svc', 'dt'] });
  return made;
}
