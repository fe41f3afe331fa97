import { httpContractVersion, listControlsSchema, type PostTypeSettings } from '@svc/contracts';
import { z } from 'zod';
import type { EndpointGroup } from '../endpoints/all-endpoints.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';
import { areAmbiguous } from './ambiguous-paths.ts';
import { recordTypeSchemas } from './record-types.ts';
import { bodyOf, parametersOf } from './request-parts.ts';
import { RefusalBook } from './refusals.ts';
import { successesOf } from './successes.ts';
import { SchemaBook, type JsonSchema } from './schema-book.ts';

export interface DocumentOptions {
  readonly groups: readonly EndpointGroup[];
  readonly apiRoot: string;
  /** The namespace prefixes; the document shows the first one. */
  readonly prefixes: readonly string[];
}

/** An OpenAPI document. */
export interface OpenApiDocument extends JsonSchema {
  readonly paths: Paths;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly parameters: Readonly<Record<string, JsonSchema>>;
    readonly responses: Readonly<Record<string, JsonSchema>>;
    readonly securitySchemes: typeof securitySchemes;
  };
}

type Paths = Record<string, Record<string, OperationObject>>;

/** An operation of the document: an endpoint under one path. */
export interface OperationObject extends JsonSchema {
  readonly responses: Readonly<Record<string, JsonSchema>>;
}

/** The OpenAPI document of the HTTP API, generated from endpoints, operations and error catalogue (docs/reference/openapi.md). */
export function openApiDocument({ groups, apiRoot, prefixes }: DocumentOptions): OpenApiDocument {
  const [prefix = 'svc', ...others] = prefixes;
  const writer = new PathWriter(prefix);
  const rows = groups.flatMap(({ name, endpoints }) => endpoints.map((endpoint) => ({ endpoint, name })));
  for (const { endpoint, name } of rows) writer.add(endpoint, name);
  for (const { endpoint, name } of rows) writer.addAliases(endpoint, name);
  const { paths, responses, schemas } = writer;
  return {
    openapi: '3.1.0',
    info: {
      title: 'Records Service',
      version: httpContractVersion,
      summary: 'Records for teams that follow up with people and groups.',
      description: introduction(prefix, others),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: apiRoot === '' ? '/' : apiRoot, description: 'This installation.' }],
    security: [{ user: [] }, { site: [] }],
    tags: groups.map(({ name, description, guide }) => ({
      name,
      description,
      externalDocs: { description: 'Guide', url: `/docs/${guide}` },
    })),
    paths,
    components: { securitySchemes, parameters: { PostType: postTypeParameter() }, responses, schemas },
  };
}

/** The document with the post types of an installation that a caller may see, in place of the general form of records. */
export function withPostTypes(
  document: OpenApiDocument,
  types: readonly PostTypeSettings[],
): OpenApiDocument {
  const { components } = document;
  return {
    ...document,
    components: {
      ...components,
      parameters: { PostType: postTypeParameter(types.map(({ post_type: key }) => key)) },
      schemas: { ...components.schemas, ...recordTypeSchemas(types) },
    },
  };
}

function postTypeParameter(keys: readonly string[] = []): JsonSchema {
  return {
    name: 'post_type',
    in: 'path',
    required: true,
    description: 'The key of a post type, such as `contacts`.',
    schema: { type: 'string', ...(keys.length > 0 && { enum: keys }) },
  };
}

function introduction(prefix: string, others: readonly string[]): string {
  return [
    'Every request needs a token, unless it says otherwise: exchange a user name and password for one at `POST /jwt-auth/v1/token`, and send it as `Authorization: Bearer <token>`.',
    'Bodies are JSON or form-urlencoded, up to 1 MB. Nested values in a query or a form use brackets: `tags[]=a&tags[]=b`, `post_date[start]=2026-01-01`.',
    'Errors have one form, and a code that never changes its meaning. Repeat a write safely with an `Idempotency-Key`. After 429 and 503 wait as many seconds as `Retry-After` says.',
    'Clients ignore fields of answers that they do not know: a minor version may add some.',
    ...(others.length > 0
      ? [
          `The same endpoints exist with ${others.map((each) => `\`${each}\``).join(', ')} in place of \`${prefix}\` in the path, for existing clients.`,
        ]
      : []),
  ].join('\n\n');
}

const securitySchemes = {
  user: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The token of a user, from `POST /jwt-auth/v1/token`.',
  },
  site: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The token of a site link, for forms, integrations and other installations; over HTTPS only.',
  },
};

/** Writes endpoints into the paths of a document. */
class PathWriter {
  readonly paths: Paths = {};
  readonly #ids = new Set<string>();
  readonly #book = new SchemaBook();
  readonly #refusals = new RefusalBook(this.#book);
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  get responses() {
    return this.#refusals.all();
  }

  get schemas() {
    // A query may have filters by any field, which only an installation can name.
    return {
      ...this.#book.all(),
      ListQuery: this.#book.of(z.looseObject(listControlsSchema.shape), 'input'),
    };
  }

  add(endpoint: Endpoint, group: string): void {
    const aliases = endpoint.aliases?.map((each) => `\`${this.#pathOf(each)}\``).join(', ');
    const notes = [endpoint.deprecated, aliases && `Deprecated paths of the same endpoint: ${aliases}.`];
    this.#write(endpoint, endpoint.path, {
      ...this.#operation(endpoint, group),
      ...described(notes),
      ...(endpoint.deprecated && { deprecated: true }),
    });
  }

  /** Adds the other paths of an endpoint as deprecated ones, except those that a reader could take for another path. */
  addAliases(endpoint: Endpoint, group: string): void {
    for (const alias of endpoint.aliases ?? []) {
      const path = this.#pathOf(alias);
      if (Object.keys(this.paths).some((other) => other !== path && areAmbiguous(other, path))) continue;
      const operation = this.#operation(endpoint, group);
      const note = `Use \`${endpoint.method} ${this.#pathOf(endpoint.path)}\`.`;
      this.#write(endpoint, alias, { ...operation, ...described([note]), deprecated: true });
    }
  }

  #write({ method }: Endpoint, path: string, operation: OperationObject): void {
    (this.paths[this.#pathOf(path)] ??= {})[method.toLowerCase()] = operation;
  }

  #pathOf(path: string): string {
    return path.replaceAll('{ns}', this.#prefix);
  }

  #operation(endpoint: Endpoint, group: string): OperationObject {
    const isOperation = 'operation' in endpoint;
    const parameters = isOperation ? parametersOf(endpoint, this.#book) : [];
    const body = isOperation && endpoint.method !== 'GET' ? bodyOf(endpoint, this.#book) : undefined;
    return {
      operationId: this.#idOf(endpoint),
      tags: [group],
      summary: isOperation ? endpoint.operation.summary : endpoint.summary,
      ...(endpoint.access === 'public' && { security: [] }),
      ...(parameters.length > 0 && { parameters }),
      ...(body && { requestBody: body }),
      responses: { ...successesOf(endpoint, this.#book), ...this.#refusals.of(endpoint) },
    };
  }

  /** The name of the operation; further endpoints of the same operation add their method, and a number if needed. */
  #idOf(endpoint: Endpoint): string {
    const name = camelCase('operation' in endpoint ? endpoint.operation.name : `gateway.${endpoint.answer}`);
    const ofMethod = camelCase(`${name}_${endpoint.method.toLowerCase()}`);
    const numbered = Array.from({ length: 9 }, (_, at) => `${ofMethod}${at + 2}`);
    const id = [name, ofMethod, ...numbered].find((each) => !this.#ids.has(each)) as string;
    this.#ids.add(id);
    return id;
  }
}

function described(notes: readonly (string | undefined)[]): { readonly description?: string } {
  const description = notes.filter(Boolean).join('\n\n');
  return description === '' ? {} : { description };
}

function camelCase(name: string): string {
  return name.replaceAll(/[._-](\w)/g, (_whole, letter: string) => letter.toUpperCase());
}
