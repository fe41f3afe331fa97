import { commonErrors, errorCatalogue, type ErrorCode } from '@svc/contracts';
import type { Endpoint } from '../endpoints/endpoint.ts';
import type { JsonSchema, SchemaBook } from './schema-book.ts';

type Responses = Readonly<Record<string, JsonSchema>>;

/** The two forms of an error. */
interface Forms {
  readonly error: JsonSchema;
  readonly problem: JsonSchema;
}

/** The refusals of a document: those that several endpoints share once, and references to them. */
export class RefusalBook {
  readonly #responses = new Map<string, { readonly name: string; readonly response: JsonSchema }>();
  readonly #forms: Forms;

  constructor(book: SchemaBook) {
    this.#forms = { error: book.add('Error', errorSchema), problem: book.add('Problem', problemSchema) };
  }

  /** The refusals of an endpoint by status. */
  of(endpoint: Endpoint): Responses {
    const codes = errorsOf(endpoint).flatMap((code) =>
      errorCatalogue[code].statuses.map((status) => ({ code, status: String(status) })),
    );
    const byStatus = [...Map.groupBy(codes, ({ status }) => status)].map(
      ([status, each]) =>
        [
          status,
          this.#add(
            status,
            each.map(({ code }) => code),
          ),
        ] as const,
    );
    return Object.fromEntries(byStatus);
  }

  #add(status: string, codes: readonly ErrorCode[]): JsonSchema {
    const key = `${status} ${codes.join(' ')}`;
    const known = this.#responses.get(key);
    const { name } = known ?? { name: this.#newName(status) };
    if (!known) this.#responses.set(key, { name, response: refusal(status, codes, this.#forms) });
    return { $ref: `#/components/responses/${name}` };
  }

  /** `Error400`, then `Error400n2` and so on. */
  #newName(status: string): string {
    const names = [...this.#responses.keys()].filter((key) => key.startsWith(`${status} `));
    return names.length === 0 ? `Error${status}` : `Error${status}n${names.length + 1}`;
  }

  all(): Responses {
    return Object.fromEntries([...this.#responses.values()].map(({ name, response }) => [name, response]));
  }
}

/** Errors that the gateway gives before a service is called. */
const ofEveryRequest = ['request_too_large', 'service_unavailable', 'internal_error'] as const;
const ofCredentials = [
  'rest_cannot_access',
  'jwt_auth_invalid_token',
  'key_ended',
  'key_scope',
  'key_read_only',
  'too_many_requests',
] as const;
const ofBodies = ['unsupported_media_type', 'rest_invalid_json', 'rest_invalid_param'] as const;
const ofWrites = new Set<ErrorCode>([
  'outcome_unknown',
  'idempotency_key_reused',
  'write_conflict',
  'extension_loop',
]);

/** The error codes that an endpoint can give, in the order of the catalogue. */
export function errorsOf(endpoint: Endpoint): ErrorCode[] {
  const codes = new Set<ErrorCode>([
    ...ofEveryRequest,
    ...(endpoint.access === 'caller' ? ofCredentials : []),
    ...(endpoint.method === 'GET' ? [] : ofBodies),
    ...(endpoint.limit ? (['too_many_requests'] as const) : []),
    ...('operation' in endpoint ? errorsOfOperation(endpoint) : endpoint.errors),
  ]);
  return (Object.keys(errorCatalogue) as ErrorCode[]).filter((code) => codes.has(code));
}

function errorsOfOperation({ operation }: Extract<Endpoint, { operation: unknown }>): ErrorCode[] {
  const common = commonErrors.filter((code) => operation.kind === 'write' || !ofWrites.has(code));
  return [...common, 'invalid_idempotency_key', ...operation.errors];
}

function refusal(status: string, codes: readonly ErrorCode[], { error, problem }: Forms): JsonSchema {
  const meanings = codes.map((code) => `\`${code}\`: ${errorCatalogue[code].meaning}`);
  const examples = codes.map((code) => [code, { summary: code, value: example(code, Number(status)) }]);
  return {
    description: meanings.join('\n\n'),
    ...(retried.has(status) && { headers: retryAfter }),
    content: {
      'application/json': {
        schema: { allOf: [error, { type: 'object', properties: { code: { enum: codes } } }] },
        examples: Object.fromEntries(examples) as JsonSchema,
      },
      'application/problem+json': { schema: problem },
    },
  };
}

const retried = new Set(['429', '503']);

const retryAfter = {
  'Retry-After': { description: 'Seconds to wait before the next attempt.', schema: { type: 'integer' } },
};

function example(code: ErrorCode, status: number): JsonSchema {
  return { code, message: errorCatalogue[code].meaning.replaceAll('`', ''), data: { status } };
}

const errorSchema: JsonSchema = {
  type: 'object',
  description: 'Every error has this form.',
  properties: {
    code: { type: 'string', description: 'For programs: a code never changes its meaning.' },
    message: { type: 'string', description: 'For people, in the language of the caller.' },
    data: {
      type: 'object',
      properties: {
        status: { type: 'integer', description: 'The HTTP status again.' },
        params: { description: 'Names of parameters, or what is wrong with each by name.' },
        retry_after: { type: 'number', description: 'Seconds.' },
      },
      required: ['status'],
      additionalProperties: true,
    },
  },
  required: ['code', 'message', 'data'],
};

const problemSchema: JsonSchema = {
  description: 'The same error for clients that accept `application/problem+json` (RFC 9457).',
  allOf: [
    { $ref: '#/components/schemas/Error' },
    {
      type: 'object',
      properties: {
        type: { type: 'string' },
        title: { type: 'string' },
        status: { type: 'integer' },
        detail: { type: 'string' },
      },
      required: ['type', 'title', 'status', 'detail'],
    },
  ],
};
