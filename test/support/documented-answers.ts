import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { compilePath } from '@svc/gateway/endpoint-path';
import { allEndpoints } from '@svc/gateway/endpoints';
import type { OpenApiDocument } from '@svc/gateway/openapi';
import { generalDocument } from './general-document.ts';

/** An answer of the service, with the request that it answers. */
export interface GivenAnswer {
  readonly method: string;
  /** Behind the API root, without the query. */
  readonly path: string;
  readonly status: number;
  /** The parsed body; undefined for an answer without JSON. */
  readonly body: unknown;
}

/**
 * Why an answer is not as the OpenAPI document says: an unknown status or error code, or a body of another form. Undefined when it is, and for
 * paths that the document does not have.
 */
export function undocumented(answer: GivenAnswer): string | undefined {
  const place = placeOf(answer);
  if (place === undefined) return undefined;
  const validate = validatorOf(place, String(answer.status));
  if (!validate) return `the document has no status ${answer.status} for ${place.name}`;
  if (answer.body === undefined || validate(answer.body)) return undefined;
  const problems = (validate.errors ?? []).slice(0, 5).map(({ instancePath, message, params }) => {
    return `${instancePath} ${message} ${JSON.stringify(params)}`;
  });
  return `the answer ${answer.status} of ${place.name} is not as documented: ${problems.join('; ')}`;
}

interface Place {
  readonly name: string;
  readonly path: string;
  readonly method: string;
}

const prefix = 'svc';

/** Operations with another answer under the prefix of the older API (docs/reference/dialects.md). */
const differing = new Set([
  'records.list',
  'records.compact',
  'users.filters',
  'users.save_filter',
  'users.app_switch',
  'users.my',
]);

const routes = allEndpoints.flatMap((endpoint) => {
  const { method, path, aliases = [] } = endpoint;
  const differs = 'operation' in endpoint && differing.has(endpoint.operation.name);
  return [path, ...aliases].map((each) => ({
    method,
    pattern: compilePath(each, differs ? [prefix] : [prefix, 'dt']),
    path: path.replaceAll('{ns}', prefix),
  }));
});

function placeOf({ method, path }: GivenAnswer): Place | undefined {
  const found = routes.find((each) => each.method === method && each.pattern.test(path));
  return found && { name: `${method} ${found.path}`, path: found.path, method: method.toLowerCase() };
}

const validators = new Map<string, ValidateFunction | undefined>();

/** The validator of an operation's answers with a status, compiled when it is first needed; undefined for an undocumented status. */
function validatorOf({ name, path, method }: Place, status: string): ValidateFunction | undefined {
  const key = `${name} ${status}`;
  if (!validators.has(key)) validators.set(key, compiled(path, method, status));
  return validators.get(key);
}

function compiled(path: string, method: string, status: string): ValidateFunction | undefined {
  const { document, ajv } = compiler();
  const response = document.paths[path]?.[method]?.responses[status];
  const reference = response?.['$ref'] as string | undefined;
  const pointer = reference ?? `#/paths/${escaped(path)}/${method}/responses/${status}`;
  if (!response) return undefined;
  // 304 has no content, and a file may be JSON, too.
  const content = response['content'] as object | undefined;
  if (!reference && !(content && 'application/json' in content)) return ajv.compile(true);
  return ajv.compile({ $ref: `document${pointer}/content/application~1json/schema` });
}

function escaped(path: string): string {
  return encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'));
}

let made: { readonly document: OpenApiDocument; readonly ajv: Ajv2020 } | undefined;

function compiler() {
  if (made) return made;
  const document = generalDocument();
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(closed(document) as object, 'document');
  made = { document, ajv };
  return made;
}

/**
 * A schema that refuses fields which it does not name: clients ignore those, but the tests show with them that an answer has become another one.
 * Parts of an `allOf` stay open.
 */
function closed(value: unknown, isPart = false): unknown {
  if (Array.isArray(value)) return value.map((each) => closed(each, isPart));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, closed(each, key === 'allOf')] as const);
  const isOpen = isPart || !('properties' in value) || 'additionalProperties' in value;
  return { ...Object.fromEntries(entries), ...(!isOpen && { additionalProperties: false }) };
}
