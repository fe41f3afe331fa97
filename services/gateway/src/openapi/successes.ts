import type { Endpoint } from '../endpoints/endpoint.ts';
import type { JsonSchema, SchemaBook } from './schema-book.ts';

/** The answers of an endpoint when it carries a request out, by status. */
export function successesOf(endpoint: Endpoint, book: SchemaBook): Readonly<Record<string, JsonSchema>> {
  return {
    200: success(endpoint, book),
    ...(endpoint.tag && { 304: { description: 'The answer is the one that the client has.' } }),
  };
}

const tagOfAnswer = 'The tag of the answer, for `If-None-Match` and `If-Match`.';
const tagOfRecord = 'The tag of the record as written, for `If-Match`; absent if the caller may not view it.';

function success(endpoint: Endpoint, book: SchemaBook): JsonSchema {
  const about = endpoint.tag ? tagOfAnswer : endpoint.tagsRecord && tagOfRecord;
  const headers = about && { headers: { ETag: { description: about, schema: { type: 'string' } } } };
  return { description: 'The request was carried out.', ...headers, content: contentOf(endpoint, book) };
}

function contentOf(endpoint: Endpoint, book: SchemaBook): JsonSchema {
  if (!('operation' in endpoint)) return json(book.of(endpoint.output, 'output'));
  if (endpoint.answer === 'bytes') return { '*/*': { schema: bytes } };
  if (endpoint.answer === 'events') return { 'text/event-stream': { schema: { type: 'string' } } };
  if (endpoint.answer === 'avatar') return { 'image/*': { schema: bytes } };
  return json(book.of(endpoint.operation.output, 'output'));
}

const bytes: JsonSchema = { type: 'string', contentEncoding: 'binary' };

const json = (schema: JsonSchema): JsonSchema => ({ 'application/json': { schema } });
