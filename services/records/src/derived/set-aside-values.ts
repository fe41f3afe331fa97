import { Deadline, type Logger } from '@svc/service-kit';
import type { PostTypes } from '../post-types/post-types.ts';
import type { Collections } from '../store/collections.ts';
import { formOf, type Field } from '../model/field.ts';
import { isTopLevel } from '../model/stored-value.ts';

type Deps = Pick<Collections, 'records' | 'privateValues' | 'fieldForms'> & { readonly postTypes: PostTypes };

/** For all changed fields of an installation with many records. */
const timeoutMs = 10 * 60_000;

/** A field whose declared type stores values in another form than the type that the last start found. */
interface ChangedForm {
  readonly postType: string;
  readonly key: string;
  readonly from: string;
  readonly to: string;
}

/**
 * Moves the values of fields whose type has changed out of the fields, where no read, list or write would understand them, and moves the
 * values of a type that has returned back (ADR 27). Must finish before the service answers requests and derives data from the fields.
 */
export async function setAsideValues(deps: Deps, log: Logger): Promise<void> {
  const { forms } = await deps.fieldForms.stored(Deadline.after(timeoutMs));
  const declared = deps.postTypes
    .declared()
    .flatMap(({ key, fields }) =>
      [...fields.values()]
        .filter((field) => !isTopLevel(field.key))
        .map((field) => ({ field, from: forms[key]?.[field.key] })),
    );
  const isEmpty = (await deps.records.estimatedDocumentCount()) === 0;
  for (const { from, field } of isEmpty ? [] : declared) {
    const change = { postType: field.postType, key: field.key, from, to: formOf(field) };
    if (from === undefined) await setAsideStrange(deps, field);
    else if (from !== change.to) {
      await changeForm(deps, { ...change, from });
      log.info(change, 'the type of a field has changed');
    }
  }
  const others = declared.filter(({ from, field }) => from !== formOf(field));
  if (others.length === 0) return;
  const found = Object.fromEntries(
    others.map(({ field }) => [`forms.${field.postType}.${field.key}`, formOf(field)]),
  );
  await deps.fieldForms.change({ $set: found }, Deadline.after(timeoutMs));
}

const kept = { $ifNull: ['$formerValues', []] };

async function changeForm(
  { records, privateValues }: Deps,
  { postType, key, from, to }: ChangedForm,
): Promise<void> {
  const path = `fields.${key}`;
  const isReturning = { $and: [{ $eq: ['$$this.field', key] }, { $eq: ['$$this.type', to] }] };
  const returning = {
    postType,
    [path]: { $exists: false },
    formerValues: { $elemMatch: { field: key, type: to } },
  };
  const returned = { $filter: { input: kept, cond: isReturning } };
  const back = [
    { $set: { [path]: { $first: { $map: { input: returned, in: '$$this.value' } } } } },
    { $set: { formerValues: { $filter: { input: kept, cond: { $not: [isReturning] } } } } },
  ];
  // One after the other: a value that is set aside must not be taken for the current one when an older one returns.
  for (const { collection } of [records, privateValues]) {
    const aside = setAside(key, from);
    await collection.updateMany({ postType, [path]: { $exists: true } }, aside, { maxTimeMS: timeoutMs });
    await collection.updateMany(returning, back, { maxTimeMS: timeoutMs });
  }
}

/** The BSON types of each form of stored values. */
const bsonTypes = {
  string: ['string'],
  number: ['int', 'long', 'double', 'decimal'],
  bool: ['bool'],
  array: ['array'],
} as const;

/**
 * Sets aside values that cannot be of the declared type, of a field that no start has seen before: earlier programs did not store forms. Of
 * the type that they had only the kind is known.
 */
async function setAsideStrange({ records, privateValues }: Deps, field: Field): Promise<void> {
  const { storedAs } = field.type;
  if (storedAs === undefined) return;
  const path = `fields.${field.key}`;
  const type = { $type: `$${path}` };
  const isOneOf = (names: readonly string[]) => ({ $in: [type, names] });
  const isText = { $eq: [{ $type: { $arrayElemAt: [`$${path}`, 0] } }, 'string'] };
  const from = {
    $switch: {
      branches: [
        { case: isOneOf(bsonTypes.string), then: 'text' },
        { case: isOneOf(bsonTypes.number), then: 'number' },
        { case: isOneOf(bsonTypes.bool), then: 'boolean' },
        { case: { $and: [isOneOf(bsonTypes.array), isText] }, then: 'tags' },
      ],
      default: 'unknown',
    },
  };
  const strange = {
    postType: field.postType,
    [path]: { $exists: true },
    $expr: { $not: [isOneOf(bsonTypes[storedAs])] },
  };
  for (const { collection } of [records, privateValues])
    await collection.updateMany(strange, setAside(field.key, from), { maxTimeMS: timeoutMs });
}

/** The update that moves the value of a field out of it. */
function setAside(key: string, type: unknown): object[] {
  const value = `$fields.${key}`;
  return [
    { $set: { formerValues: { $concatArrays: [kept, [{ field: key, type, value }]] } } },
    { $unset: `fields.${key}` },
  ];
}
