import type { InputOf, placeLevels, recordsAggregate } from '@svc/contracts';
import { msg, type periods } from '@svc/contracts';
import { invalidParam } from '@svc/service-kit';
import type { Field } from '../../model/field.ts';
import { resolveKey, type PostType } from '../../model/post-type.ts';
import { storageOf } from '../../model/stored-value.ts';

type Period = (typeof periods)[number];
type PlaceLevel = (typeof placeLevels)[number];
type Sent = Pick<InputOf<typeof recordsAggregate>, 'group_by' | 'measures'>;

/** A field by which records are grouped: by each value, by the period of its dates, or by the places at a level. */
export interface GroupBy {
  readonly field: Field;
  /** The name of the group in the answer: the key as it was sent. */
  readonly name: string;
  readonly by: Period | undefined;
  readonly level: PlaceLevel | undefined;
}

const measureKinds = ['sum', 'average', 'min', 'max'] as const;

/** A number about the values of a field. */
export interface Measure {
  readonly kind: (typeof measureKinds)[number];
  readonly field: Field;
  /** The name of the field in the answer: the key as it was sent. */
  readonly name: string;
}

/** The groups and measures of an aggregation, with their fields. */
export interface Aggregation {
  readonly groupBy: readonly GroupBy[];
  readonly measures: readonly Measure[];
}

/**
 * Resolves the keys of an aggregation to fields (docs/guides/numbers.md). Private fields are treated like unknown ones.
 * @throws ServiceError `rest_invalid_param` naming the parameter, with the keys that it may have.
 */
export function parseAggregation(
  { group_by: sent = [], measures = [] }: Sent,
  postType: PostType,
): Aggregation {
  const groupBy = sent.map((each, index) => parseGroup(each, `group_by.${index}`, postType));
  if (new Set(groupBy.map(({ field }) => field.key)).size < groupBy.length)
    throw invalidParam({ group_by: 'group_by must name different fields' });
  const wanted = measures.flatMap((measure, index) => parseMeasure(measure, `measures.${index}`, postType));
  return { groupBy, measures: wanted };
}

function parseMeasure(
  sent: NonNullable<Sent['measures']>[number],
  param: string,
  postType: PostType,
): Measure[] {
  refuseOthers(sent, param, ['count', ...measureKinds]);
  return measureKinds.flatMap((kind) => {
    const name = sent[kind];
    if (name === undefined) return [];
    return [{ kind, name, field: findField(name, `${param}.${kind}`, { postType, fits: isNumber }) }];
  });
}

function parseGroup(sent: NonNullable<Sent['group_by']>[number], param: string, postType: PostType): GroupBy {
  if (typeof sent === 'string') return groupOf(sent, param, { postType, by: undefined, level: undefined });
  refuseOthers(sent, param, ['field', 'by', 'level']);
  const { field, by, level } = sent;
  return groupOf(field, `${param}.field`, { postType, by, level });
}

function groupOf(
  name: string,
  param: string,
  { postType, by, level }: { postType: PostType; by: Period | undefined; level: PlaceLevel | undefined },
): GroupBy {
  const fits = ({ type }: Field) => {
    const groups = type.query?.buckets?.groups;
    if (by !== undefined) return groups === 'dates' && level === undefined;
    return level === undefined ? groups !== undefined : groups === 'places';
  };
  const field = findField(name, param, { postType, fits });
  const isDate = field.type.query?.buckets?.groups === 'dates';
  return { field, name, by: isDate ? (by ?? 'day') : undefined, level };
}

/** Schemas of operations accept further keys; a client that misspells one of these would get other numbers than it asked for. */
function refuseOthers(sent: object, param: string, keys: readonly string[]): void {
  const other = Object.keys(sent).find((key) => !keys.includes(key));
  if (other !== undefined)
    throw invalidParam({
      [`${param}.${other}`]: msg`${`${param}.${other}`} must be one of ${keys.join(', ')}`,
    });
}

function isNumber({ type }: Field): boolean {
  return type.name === 'number';
}

/** The field with a key or alias, if it fits; the error lists the keys of those that do. */
function findField(
  name: string,
  param: string,
  { postType, fits }: { postType: PostType; fits: (field: Field) => boolean },
): Field {
  const isUsable = (field: Field) => storageOf(field) !== 'private' && fits(field);
  const field = postType.fields.get(resolveKey(postType, name));
  if (field && isUsable(field)) return field;
  const keys = [...postType.fields.values()].filter(isUsable).map(({ key }) => key);
  throw invalidParam({ [param]: msg`${param} must be one of ${keys.join(', ')}` });
}
