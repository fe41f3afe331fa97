import {
  activityItemSchema,
  commentSchema,
  createFieldsSchema,
  dateShape,
  fileSchema,
  listFiltersSchema,
  listItemSchema,
  listQuerySchema,
  managedUserSchema,
  postTypeSettingsSchema,
  recordSchema,
  shownShape,
  updateFieldsSchema,
} from '@svc/contracts';
import { z } from 'zod';

/** A JSON Schema, or a part of one. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The schemas that every document has under a name. */
const general: readonly (readonly [schema: z.ZodType, name: string])[] = [
  [recordSchema, 'Record'],
  [createFieldsSchema, 'RecordCreate'],
  [updateFieldsSchema, 'RecordUpdate'],
  [listItemSchema, 'ListItem'],
  [listQuerySchema, 'ListQuery'],
  [dateShape, 'Moment'],
  [commentSchema, 'Comment'],
  [activityItemSchema, 'Activity'],
  [fileSchema, 'File'],
  [listFiltersSchema, 'ListFilters'],
  [postTypeSettingsSchema, 'PostTypeSettings'],
  [managedUserSchema, 'ManagedUser'],
];

type Names = z.core.$ZodRegistry<{ id: string }>;

/** The schemas of a document: those with a name once, and references to them everywhere else. */
export class SchemaBook {
  readonly #schemas = new Map<string, JsonSchema>();
  readonly #names: Names;

  /** `further` schemas have a name in addition to the general ones. */
  constructor(further: Readonly<Record<string, z.ZodType>> = {}) {
    this.#names = z.registry<{ id: string }>();
    for (const [schema, id] of general) this.#names.add(schema, { id });
    for (const [id, schema] of Object.entries(further)) this.#names.add(schema, { id });
  }

  /** The JSON Schema of what a schema accepts (`input`) or of what it gives (`output`). */
  of(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const made = z.toJSONSchema(schema, {
      io,
      metadata: this.#names,
      unrepresentable: 'any',
      override: (context) => {
        describe(context);
        this.#show(context, io);
      },
    });
    const { $schema: _version, $defs = {}, ...rest } = made as JsonSchema & { $defs?: Definitions };
    for (const [name, each] of Object.entries($defs)) this.add(name, each);
    return published(rest);
  }

  /** Shows a schema that accepts more as the shape that a client should send. */
  #show({ zodSchema, jsonSchema }: Made, io: 'input' | 'output'): void {
    const shape = shownShape(zodSchema);
    if (!shape) return;
    const accepted = { ...jsonSchema };
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
    Object.assign(jsonSchema, this.of(shape, io), { 'x-accepts': accepted });
  }

  /** A reference to a named schema, which becomes part of the document. */
  add(name: string, schema: JsonSchema): JsonSchema {
    if (!this.#schemas.has(name)) this.#schemas.set(name, published(schema));
    return { $ref: prefix + name };
  }

  /** All named schemas in the order of their names. */
  all(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries([...this.#schemas].sort(([one], [other]) => (one < other ? -1 : 1)));
  }
}

type Definitions = Readonly<Record<string, JsonSchema>>;

type Made = Parameters<NonNullable<z.core.ToJSONSchemaParams['override']>>[0];

/** Descriptions are in the registry of the library, and names in that of the book. */
function describe({ zodSchema, jsonSchema }: Made): void {
  const { description } = z.globalRegistry.get(zodSchema) ?? {};
  if (description) jsonSchema.description = description;
}

const prefix = '#/components/schemas/';

/**
 * A schema as the document shows it: references to the named schemas of the document, no bounds that every integer has, and no promise that
 * answers never get a further field (docs/reference/versions.md#the-http-contract).
 */
function published(value: JsonSchema): JsonSchema {
  return mapped(value) as JsonSchema;
}

function mapped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(mapped);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key, each]) => !isImplied(key, each));
  return Object.fromEntries(
    entries.map(([key, each]) => [key, key === '$ref' ? renamed(each) : mapped(each)]),
  );
}

function isImplied(key: string, value: unknown): boolean {
  if (key === 'additionalProperties') return value === false;
  return (key === 'minimum' || key === 'maximum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
}

function renamed(reference: unknown): unknown {
  return String(reference).replace('#/$defs/', prefix);
}
