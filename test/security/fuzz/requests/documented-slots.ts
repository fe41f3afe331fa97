import fc from 'fast-check';
import type { Endpoint } from '@svc/gateway/endpoint';
import type { Part } from '@svc/gateway/input-sources';
import { generalDocument } from '../../../support/general-document.ts';
import { plainText } from './texts.ts';
import type { Vocabulary } from './values-of-schema.ts';

/** A parameter or body of the OpenAPI document. */
export interface DocumentedSlot {
  readonly part: Part;
  /** The name in the query or body; undefined for a whole body. */
  readonly key: string | undefined;
  readonly isRequired: boolean;
  readonly values: fc.Arbitrary<unknown>;
}

type Schema = Readonly<Record<string, unknown>>;

interface Documented extends Schema {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly explode?: boolean;
  readonly schema: Schema;
}

/** The query and body of an endpoint as the OpenAPI document has them; undefined for an endpoint that it does not have. */
export function documentedSlots(
  endpoint: Endpoint,
  words: Vocabulary,
): readonly DocumentedSlot[] | undefined {
  const path = endpoint.path.replaceAll('{ns}', 'svc');
  const operation = generalDocument().paths[path]?.[endpoint.method.toLowerCase()];
  if (!operation) return undefined;
  const parameters = (operation['parameters'] ?? []) as readonly Documented[];
  const query = parameters.filter((each) => each.in === 'query').map((each) => slotOf(each, words));
  return [...query, ...bodySlots((operation['requestBody'] ?? {}) as Schema, words)];
}

function slotOf({ name, required = false, explode, schema }: Documented, words: Vocabulary): DocumentedSlot {
  const key = name.replace(/\[\]$/, '');
  const values = valuesOfJson(schema, key, words);
  const isJoined = schema['type'] === 'array' && explode === false;
  return {
    part: 'query',
    key: name === 'filters' ? undefined : key,
    isRequired: required,
    values: isJoined ? values.map((all) => (Array.isArray(all) ? all.join(',') : all)) : values,
  };
}

function bodySlots({ content, required = false }: Schema, words: Vocabulary): DocumentedSlot[] {
  const [media] = Object.values((content ?? {}) as Record<string, { readonly schema: Schema }>);
  if (!media) return [];
  const properties = media.schema['properties'] as Record<string, Schema> | undefined;
  if (!properties) {
    const values = valuesOfJson(media.schema, 'values', words);
    return [{ part: 'body', key: undefined, isRequired: Boolean(required), values }];
  }
  const needed = (media.schema['required'] ?? []) as readonly string[];
  return Object.entries(properties).map(([key, schema]) => ({
    part: 'body',
    key,
    isRequired: needed.includes(key),
    values: valuesOfJson(schema, key, words),
  }));
}

/** Values that a schema of the document permits, from the vocabulary if it has the name. */
export function valuesOfJson(schema: Schema, name: string, words: Vocabulary): fc.Arbitrary<unknown> {
  const { $ref: reference, type, items, properties } = schema;
  if (typeof reference === 'string')
    return valuesOfJson(resolved(reference), shapeOf(reference) ?? name, words);
  const isFree = type === undefined ? !('anyOf' in schema) : type === 'object' && !properties;
  const known = isFree ? words.shapes[name] : words.values[name];
  if (known) return known;
  if ('const' in schema) return fc.constant(schema['const']);
  if (Array.isArray(schema['enum'])) return fc.constantFrom<unknown>(...(schema['enum'] as unknown[]));
  const choices = (schema['anyOf'] ?? schema['oneOf']) as readonly Schema[] | undefined;
  if (choices) return fc.oneof(...choices.map((each) => valuesOfJson(each, name, words)));
  switch (type) {
    case 'string':
      return texts(schema);
    case 'integer':
    case 'number':
      return fc.integer({ min: Number(schema['minimum'] ?? 0), max: Number(schema['maximum'] ?? 50) });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(valuesOfJson((items ?? {}) as Schema, name, words), { minLength: 1, maxLength: 3 });
    case 'object':
      return objects(schema, words);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function objects({ properties = {}, required = [] }: Schema, words: Vocabulary): fc.Arbitrary<unknown> {
  const values = Object.entries(properties as Record<string, Schema>).map(
    ([key, schema]) => [key, valuesOfJson(schema, key, words)] as const,
  );
  return fc.record(Object.fromEntries(values), { requiredKeys: [...(required as readonly string[])] });
}

function texts({ format, pattern, minLength = 0 }: Schema): fc.Arbitrary<unknown> {
  if (format === 'date') return fc.constantFrom('2021-02-03', '2024-12-31');
  if (format === 'email') return fc.constant('somebody@example.test');
  if (typeof pattern === 'string') return fc.integer({ min: 1, max: 9_999 }).map(String);
  return minLength === 0 ? plainText : plainText.filter((text) => text.length >= Number(minLength));
}

/** The shape of the vocabulary that has the values of a named schema. */
function shapeOf(reference: string): string | undefined {
  const name = reference.split('/').at(-1) ?? '';
  if (name === 'ListQuery') return 'query';
  return name === 'RecordCreate' || name === 'RecordUpdate' ? 'values' : undefined;
}

function resolved(reference: string): Schema {
  const name = reference.split('/').at(-1) ?? '';
  const named = generalDocument().components.schemas[name];
  if (!named) throw new Error(`the document has no schema ${name}`);
  // Their fields are those of the installation, which the vocabulary has.
  return shapeOf(reference) === undefined ? named : { type: 'object' };
}
