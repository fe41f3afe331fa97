import { endpointGroups } from '@svc/gateway/endpoints';
import { openApiDocument, type OpenApiDocument, type OperationObject } from '@svc/gateway/openapi';
import type { Endpoints, EndpointShape, Schema } from './contract-changes.ts';

/** The endpoints as the OpenAPI document has them, without the post types of an installation. Texts are no part of the contract. */
export function documentedEndpoints(): Endpoints {
  const document = openApiDocument({ groups: endpointGroups, apiRoot: '', prefixes: ['svc'] });
  const entries = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) =>
        [
          `${method.toUpperCase()} ${path}`,
          shapeOf(resolved(operation, document) as OperationObject),
        ] as const,
    ),
  );
  return Object.fromEntries(entries);
}

interface ResolvedOperation {
  readonly parameters?: readonly { name: string; in: string; required?: boolean; schema: Schema }[];
  readonly requestBody?: { required: boolean; content: Readonly<Record<string, { schema: Schema }>> };
  readonly responses: Readonly<Record<string, { content?: Readonly<Record<string, unknown>> }>>;
  readonly security?: readonly unknown[];
}

function shapeOf(operation: OperationObject): EndpointShape {
  const { parameters = [], requestBody, responses, security } = operation as unknown as ResolvedOperation;
  const body = requestBody && Object.values(requestBody.content)[0]?.schema;
  const inputs = [
    ...parameters.map(({ name, in: place, required = false, schema }) => ({
      name: `${place} ${name}`,
      required,
      schema,
    })),
    ...(body ? [{ name: 'body', required: requestBody.required, schema: body }] : []),
  ];
  const required = inputs.filter((each) => each.required).map(({ name }) => name);
  return {
    access: security?.length === 0 ? 'public' : 'caller',
    aliases: [],
    input: {
      type: 'object',
      properties: Object.fromEntries(inputs.map(({ name, schema }) => [name, schema])),
      required,
    },
    output: responses['200']?.content ?? {},
    errors: Object.entries(responses).flatMap(([status, { content }]) =>
      status >= '400' ? codesIn(status, content) : [],
    ),
  };
}

function codesIn(status: string, content: unknown): string[] {
  const { examples = {} } = (content as { 'application/json': { examples?: object } })['application/json'];
  return Object.keys(examples).map((code) => `${status} ${code}`);
}

/** A part of the document without references and descriptions. */
function resolved(value: unknown, document: OpenApiDocument): unknown {
  if (Array.isArray(value)) return value.map((each) => resolved(each, document));
  if (typeof value !== 'object' || value === null) return value;
  const {
    $ref: reference,
    'x-accepts': accepted,
    ...rest
  } = value as { $ref?: string; 'x-accepts'?: unknown };
  // More is accepted than the shape says, which may become more exact.
  if (accepted !== undefined) return resolved(accepted, document);
  if (reference !== undefined) return resolved(targetOf(reference, document), document);
  const entries = Object.entries(rest).filter(
    ([key, each]) => key !== 'description' || typeof each !== 'string',
  );
  return Object.fromEntries(entries.map(([key, each]) => [key, resolved(each, document)]));
}

function targetOf(reference: string, { components }: OpenApiDocument): unknown {
  const [, , kind, name] = reference.split('/');
  return components[kind as 'schemas' | 'parameters' | 'responses'][name ?? ''];
}
