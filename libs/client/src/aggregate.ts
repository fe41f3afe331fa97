import type { Field, LocationField, NumberField } from './field-types.ts';
import { type ListQuery, toListBody } from './list-query.ts';
import type { Fields } from './schema.ts';
import type { Send } from './send.ts';

/** The keys of number fields. */
export type NumberKey<F extends Fields> = KeyOf<F, NumberField>;

/** A field by whose values records are grouped: dates by a period, `day` by default; places at a level of the location grid, or each by itself. */
export type Group<F extends Fields> =
  | GroupKey<F>
  | { readonly field: GroupKey<F>; readonly by?: 'day' | 'week' | 'month' | 'quarter' | 'year' }
  | { readonly field: KeyOf<F, LocationField>; readonly level?: `admin${0 | 1 | 2 | 3 | 4 | 5}` };

/** Numbers about the records of a list, by up to two groups (docs/guides/numbers.md). */
export interface AggregateQuery<
  F extends Fields,
  G extends Group<F>,
  Measured extends Measures<F>,
> extends Pick<ListQuery<F>, 'where' | 'text' | 'textIn' | 'signal' | 'timeoutMs'> {
  readonly groupBy?: readonly G[];
  readonly measures?: Measured;
}

/** The number fields that are summed up, averaged or compared. Every group has the number of its records. */
export interface Measures<F extends Fields> {
  readonly sum?: readonly NumberKey<F>[];
  readonly average?: readonly NumberKey<F>[];
  readonly min?: readonly NumberKey<F>[];
  readonly max?: readonly NumberKey<F>[];
}

/** A group of records. */
export type Aggregated<F extends Fields, G extends Group<F>, Measured extends Measures<F>> = {
  /** The values of the group; null for records without a value. */
  readonly keys: { readonly [Key in FieldOfGroup<G>]: GroupValue<F, Key> | null };
  /** The displayed values. */
  readonly labels: Readonly<Record<FieldOfGroup<G>, string>>;
  readonly count: number;
} & {
  readonly [Measure in keyof Measured]: NumbersOf<
    Measured[Measure],
    Measure extends 'sum' ? number : number | null
  >;
};

/** The groups, which begin with the fullest, those by date with the earliest. */
export interface AggregateResult<Item> {
  readonly groups: readonly Item[];
  /** The number of records, whatever their groups. */
  readonly total: number;
  /** Whether there are more than 1,000 groups. */
  readonly hasMore: boolean;
}

type KeyOf<F, Type> = string extends keyof F
  ? string
  : { [Key in keyof F]: F[Key] extends Type ? Key : never }[keyof F] & string;

type GroupKey<F> = KeyOf<F, { readonly groupValue: unknown }>;

type FieldOfGroup<G> = G extends { readonly field: infer Key extends string }
  ? Key
  : G extends string
    ? G
    : never;

type GroupValue<F, Key> = Key extends keyof F
  ? F[Key] extends { readonly groupValue: infer Value }
    ? Value
    : F[Key] extends Field
      ? string | number | boolean
      : never
  : never;

type NumbersOf<Keys, Value> = Keys extends readonly (infer Key extends string)[]
  ? Readonly<Record<Key, Value>>
  : never;

export async function sendAggregate<F extends Fields, G extends Group<F>, Measured extends Measures<F>>(
  send: Send,
  path: string,
  { groupBy, measures, signal, timeoutMs, ...query }: AggregateQuery<F, G, Measured>,
): Promise<AggregateResult<Aggregated<F, G, Measured>>> {
  type Wire = {
    readonly groups: readonly Aggregated<F, G, Measured>[];
    readonly total: number;
    readonly has_more: boolean;
  };
  const json = { filters: toListBody(query), group_by: groupBy, measures: toWire(measures ?? {}) };
  const options = { ...(signal && { signal }), ...(timeoutMs !== undefined && { timeoutMs }) };
  const { body } = await send<Wire>({ method: 'POST', path, json, options });
  return { groups: body.groups, total: body.total, hasMore: body.has_more };
}

/** `{ sum: ['a', 'b'] }` is `[{ sum: 'a' }, { sum: 'b' }]`. */
function toWire(measures: object): Record<string, unknown>[] {
  return Object.entries(measures).flatMap(([measure, keys]) =>
    (keys as readonly string[]).map((key) => ({ [measure]: key })),
  );
}
