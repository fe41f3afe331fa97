import type { JsonSchema } from './schema-book.ts';

/** A parameter of an operation in the document. */
export interface ParameterObject {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly style?: 'form' | 'deepObject';
  readonly explode?: boolean;
  readonly schema: JsonSchema;
}

interface About {
  readonly isRequired: boolean;
  readonly note: string | undefined;
  /** Whether the entries of a list are separated by commas. */
  readonly hasCommas?: boolean;
}

/**
 * A value in a query string, in the encoding that the service reads: a list as `name[]=a&name[]=b` or, where its coercion takes it, as
 * `name=a,b`; an object as a parameter for each of its values, `name[key]=…`.
 */
export function queryParameters(
  name: string,
  schema: JsonSchema,
  { isRequired, note, hasCommas }: About,
): ParameterObject[] {
  const about = { ...(isRequired && { required: true }), ...(note && { description: note }) };
  const properties = schema['properties'] as Readonly<Record<string, JsonSchema>> | undefined;
  if (properties)
    return Object.entries(properties).flatMap(([key, each]) =>
      queryParameters(`${name}[${key}]`, each, { isRequired: false, note }),
    );
  if (schema['type'] !== 'array') return [{ name, in: 'query', ...about, schema }];
  if (hasCommas) return [{ name, in: 'query', style: 'form', explode: false, ...about, schema }];
  // Trees of filters have names that no list of parameters can have: the parameter `filters` describes them.
  if (!isScalar(schema['items'])) return [];
  return [{ name: `${name}[]`, in: 'query', style: 'form', explode: true, ...about, schema }];
}

function isScalar(schema: unknown): boolean {
  const { type, anyOf } = (schema ?? {}) as JsonSchema;
  if (Array.isArray(anyOf)) return anyOf.every(isScalar);
  return ['string', 'number', 'integer', 'boolean'].includes(String(type));
}
