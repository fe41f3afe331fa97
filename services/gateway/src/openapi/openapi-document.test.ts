import { describe, expect, test } from '@jest/globals';
import { commonErrors, type PostTypeSettings } from '@svc/contracts';
import { allEndpoints, endpointGroups } from '../endpoints/all-endpoints.ts';
import { openApiDocument, withPostTypes } from './openapi-document.ts';

const document = openApiDocument({ groups: endpointGroups, apiRoot: '/wp-json', prefixes: ['svc', 'dt'] });

interface Shown {
  readonly parameters?: readonly {
    name: string;
    in: string;
    style?: string;
    explode?: boolean;
    description?: string;
  }[];
  readonly requestBody?: {
    content: Record<string, { schema: { properties: Record<string, unknown>; required?: string[] } }>;
  };
  readonly responses: Record<string, { $ref?: string }>;
}

interface Shape {
  readonly type?: string;
  readonly properties?: object;
  readonly additionalProperties?: object;
}

const shown = (method: string, path: string) => document.paths[path]?.[method] as unknown as Shown;
const parameter = (operation: Shown, name: string) =>
  operation.parameters?.find((each) => each.name === name);

test('the document has every endpoint once', () => {
  const ids = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
  const missing = allEndpoints.filter(
    ({ method, path }) => !document.paths[path.replaceAll('{ns}', 'svc')]?.[method.toLowerCase()],
  );
  expect(missing).toEqual([]);
});

test('every error code of an operation has an example under each of its statuses', () => {
  const { responses } = shown('post', '/svc-posts/v2/{post_type}/{id}');
  const codes = Object.values(responses).flatMap(({ $ref: reference = '' }) => {
    const response = document.components.responses[reference.split('/').at(-1) ?? ''];
    const content = response?.['content'] as Record<string, { examples: object }> | undefined;
    return Object.keys(content?.['application/json']?.examples ?? {});
  });
  expect(codes).toEqual(
    expect.arrayContaining([...commonErrors, 'update_post', 'precondition_failed', 'rest_cannot_access']),
  );
});

test('every value of a body has a type, except those without effect', () => {
  const types = ['type', '$ref', 'anyOf', 'enum', 'const'];
  const isTyped = ({ additionalProperties: more, ...schema }: Shape) =>
    types.some((key) => key in schema) &&
    (schema.type !== 'object' || schema.properties !== undefined || Object.keys(more ?? {}).length > 0);
  const untyped = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).flatMap((operation) => {
      const [content] = Object.values((operation as unknown as Shown).requestBody?.content ?? {});
      const properties = Object.entries((content?.schema.properties ?? {}) as Record<string, Shape>);
      return properties.flatMap(([name, schema]) => (isTyped(schema) ? [] : [name]));
    }),
  );
  expect([...new Set(untyped)].toSorted()).toEqual(['key_prefix', 'storage_s3_url_duration']);
});

test('a value that is accepted loosely is shown as it should be sent', () => {
  const { schema } = shown('post', '/svc/v1/user/update').requestBody?.content['application/json'] ?? {};
  expect(schema).toMatchObject({ 'x-accepts': { type: 'object' } });
  expect(schema?.properties).toMatchObject({
    workload_status: { type: 'string', enum: ['', 'active', 'existing', 'too_many'] },
    add_unavailability: { type: 'object', required: ['start_date', 'end_date'] },
  });
});

describe('parameters', () => {
  const list = shown('get', '/svc-posts/v2/{post_type}');

  test('have the encoding that the service reads', () => {
    expect(parameter(list, 'fields_to_return[]')).toMatchObject({ style: 'form', explode: true });
    expect(parameter(list, 'map_bounds[ne][lat]')).toMatchObject({ in: 'query' });
    const create = shown('post', '/svc-posts/v2/{post_type}');
    expect(parameter(create, 'check_for_duplicates')).toMatchObject({ style: 'form', explode: false });
  });

  test('have the names that clients send, and name their other places', () => {
    expect(
      parameter(shown('post', '/svc-posts/v2/{post_type}/{id}'), 'do_not_overwrite_existing_fields'),
    ).toBeDefined();
    expect(parameter(shown('delete', '/user-management/v1/user'), 'user')?.description).toBe(
      'The ID of the user. Also accepted in the body.',
    );
    const reset = shown('post', '/user-management/v1/send_pwd_reset_email').requestBody;
    expect(reset?.content['application/json']?.schema.properties['userId']).toMatchObject({
      description: 'The ID of the user. Also accepted as `user` in the body, or as `user` in the query.',
    });
  });

  test('are required where the operation needs them', () => {
    const comment = shown('post', '/svc-posts/v2/{post_type}/{id}/comments').requestBody;
    expect(comment?.content['application/json']?.schema.required).toEqual(['comment']);
  });

  test('of headers are those of the endpoint', () => {
    expect(parameter(list, 'If-None-Match')).toBeDefined();
    expect(parameter(list, 'Idempotency-Key')).toBeUndefined();
    const update = shown('post', '/svc-posts/v2/{post_type}/{id}');
    expect(parameter(update, 'If-Match')).toBeDefined();
    expect(parameter(update, 'Idempotency-Key')).toBeDefined();
  });
});

const field = (type: string, more: object = {}) => ({ name: `A ${type}`, type, ...more });
const settings = (key: string, fields: PostTypeSettings['fields']) =>
  ({ post_type: key, fields }) as PostTypeSettings;

test('post types have schemas under the singular of their keys', () => {
  const { schemas } = withPostTypes(document, [
    settings('contacts', {
      overall_status: field('key_select', { default: { active: {}, paused: {} } }),
      age: field('number'),
      picture: field('image'),
    }),
    settings('companies', {}),
    settings('comments', {}),
  ]).components;
  expect(schemas).toMatchObject({
    Contact: {
      properties: { post_type: { const: 'contacts' }, age: { type: 'number', description: 'A number' } },
    },
    ContactCreate: { required: ['name'] },
    ContactUpdate: {
      properties: {
        overall_status: { anyOf: expect.arrayContaining([{ type: 'string', enum: ['active', 'paused'] }]) },
      },
    },
    Company: {},
    // `Comment` is the name of a general schema.
    Comments: {},
    Record: { anyOf: [{ $ref: '#/components/schemas/Contact' }, {}, {}] },
  });
  expect(schemas['ContactUpdate']?.['properties']).not.toHaveProperty('picture');
});

test('every parameter and every property of a body has a description', () => {
  const undescribed = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).flatMap((operation) => {
      const parameters = (operation['parameters'] ?? []) as readonly Described[];
      const content = (operation['requestBody'] as { content?: Record<string, { schema: Body }> })?.content;
      const [media] = Object.values(content ?? {});
      const properties = Object.entries(media?.schema.properties ?? {}).map(([name, each]) => ({
        ...each,
        name,
      }));
      return [...parameters, ...properties]
        .filter(({ $ref, description }) => !$ref && !description)
        .map(({ name }) => `${operation['operationId'] as string} ${name}`);
    }),
  );
  expect(undescribed).toEqual([]);
});

interface Described {
  readonly name: string;
  readonly description?: string;
  readonly $ref?: string;
}

interface Body {
  readonly properties?: Readonly<Record<string, Described>>;
}
