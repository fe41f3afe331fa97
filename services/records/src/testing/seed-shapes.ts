import { createHash } from 'node:crypto';
import { IdSequence } from '@svc/service-kit';
import { withLinkTerms } from '../model/links.ts';
import { endOf } from '../model/side.ts';
import { termsOf } from '../derived/field-terms.ts';
import { searchTextOf, textEntries } from '../model/record-texts.ts';
import type { Field } from '../model/field.ts';
import { builtInModules } from '../modules/built-in-modules.ts';
import type { PostType } from '../model/post-type.ts';
import { PostTypes } from '../post-types/post-types.ts';
import { privateValuesId } from '../store/private-values-model.ts';
import type { RecordDocument } from '../model/record.ts';
import { recordTextsModel } from '../store/record-texts-model.ts';
import type { RecordsHarness } from './records-harness.ts';

/** Field of a type → its values, by which many and few of the seeded records are found. */
export interface Shapes {
  readonly status: 'overall_status' | 'group_status';
  readonly connection: 'groups' | 'parent_groups';
}

/** The types whose records are seeded with shapes. */
const shapedTypes: Readonly<Record<string, Shapes>> = {
  contacts: { status: 'overall_status', connection: 'groups' },
  groups: { status: 'group_status', connection: 'parent_groups' },
};

/** Users with whom many and few records are shared, and to whom these are assigned. */
export const shapedUsers = { many: 12, few: 13, dispatcher: 14 } as const;

/** Operands of filters that many, some and few records match. */
export const shaped = {
  tag: { many: 'common', some: 'some', few: 'rare' },
  place: { many: 1_001, some: 1_002, few: 1_003 },
  connected: { many: 900_000_001, some: 900_000_002, few: 900_000_003 },
  /** Of the oldest records only. */
  oldStatus: { overall_status: 'closed', group_status: 'inactive' },
  text: { many: 'smith', some: 'okonkwo', few: 'zyx' },
} as const;

const batch = 5_000;
const firstNames = ['Amina', 'Bernd', 'Chen', 'Dunja', 'Émile', 'Farah', 'Goran', 'Hana', 'Ivo', 'Jamal'];
const lastNames = ['Abt', 'Brandt', 'Castro', 'Diallo', 'Eze', 'Fischer', 'Gupta', 'Haddad', 'Ito', 'Jung'];
const firstCreation = Date.UTC(2020, 0, 1);
const hour = 3_600_000;

/**
 * Stores records as they are after writes, beside the operations, with values that many, some and few of them have; their ids,
 * the oldest first.
 */
export async function seedShapes(harness: RecordsHarness, type: string, count: number): Promise<number[]> {
  const postType = PostTypes.declare(builtInModules).get(type);
  const ids = await new IdSequence(harness.documents.db, 'records', 1).nextIds(count);
  let stored: Promise<unknown> = Promise.resolve();
  for (let from = 0; from < count; from += batch) {
    const records = ids
      .slice(from, from + batch)
      .map((id, index) => shapedRecord(id, { age: 1 - (from + index) / count, postType }));
    const texts = records.map(({ _id, searchText: searched }) => ({
      _id,
      postType: type,
      entries: searched ? textEntries(searched) : [],
    }));
    await stored;
    // The next ones are made meanwhile.
    stored = Promise.all([
      harness.documents.collection.insertMany(records as never[], { ordered: false }),
      recordTextsModel(harness.documents.db).collection.insertMany(texts as never[], { ordered: false }),
    ]);
  }
  await stored;
  await storeFavorites(harness, type, ids);
  return ids;
}

function shapedRecord(id: number, { age, postType }: { age: number; postType: PostType }): RecordDocument {
  const chance = chanceOf(id);
  const assigned =
    choose(chance('user'), { [shapedUsers.many]: 0.3, [shapedUsers.few]: 0.003 }) ?? 20 + (id % 20);
  const name = nameOf(id, chance);
  const fields = { name, ...fieldsOf(postType.key, { age, chance, assigned: Number(assigned) }) };
  const declared = [...postType.fields.values()].filter(({ key }) => key in fields);
  const stored = ({ key }: Field) => (fields as Record<string, unknown>)[key];
  const createdAt = new Date(firstCreation + (1 - age) * 50_000 * hour);
  const record = {
    _id: id,
    postType: postType.key,
    name,
    authorId: 3,
    version: 1,
    createdAt,
    lastModified: new Date(createdAt.getTime() + Math.floor(chance('modified') * 20_000) * hour),
    sharedWith: [Number(assigned), ...(chance('dispatched') < 0.01 ? [shapedUsers.dispatcher] : [])],
    fields: Object.fromEntries(Object.entries(fields).filter(([key]) => key !== 'name')),
    sort: Object.fromEntries(declared.flatMap((field) => sortKey(field, stored(field)))),
    linkTerms: linksOf(postType, chance),
    listedRowCount: 0,
    filterTerms: declared.flatMap((field) => termsOf(field, stored(field), lineage)),
  };
  return { ...record, searchText: searchTextOf(record, postType) };
}

function fieldsOf(
  type: string,
  { age, chance, assigned }: { age: number; chance: Chance; assigned: number },
): Record<string, unknown> {
  const status = (shapedTypes[type] as Shapes).status;
  const isFew = assigned === shapedUsers.few && chance('few') < 0.01;
  const { many, some, few } = shaped.place;
  const place = isFew ? few : choose(chance('place'), { [many]: 0.35, [some]: 0.05, [few]: 0.0004 });
  const tag = choose(chance('tag'), { common: 0.5, some: 0.08, rare: 0.0005 });
  const contact = {
    type: choose(chance('type'), { access: 0.8, personal: 0.15 }) ?? 'access_placeholder',
    contact_phone: [
      { key: 'contact_phone_1', value: `+49${assigned}${Math.floor(age * 1e9)}`, verified: false },
    ],
  };
  return {
    [status]: age > 0.78 ? shaped.oldStatus[status] : 'active',
    assigned_to: assigned,
    location_grid: [Number(place ?? 1_004)],
    ...(tag ? { tags: [tag] } : {}),
    ...(type === 'contacts' ? contact : {}),
  };
}

function nameOf(id: number, chance: Chance): string {
  const { many, some, few } = shaped.text;
  const last = choose(chance('name'), { [many]: 0.3, [some]: 0.03, [few]: 0.0003 }) ?? lastNames[id % 10];
  return `${firstNames[Math.floor(chance('first') * 10)]} ${last} ${id % 1_000}`;
}

function linksOf(postType: PostType, chance: Chance): readonly string[] {
  const { many, some, few } = shaped.connected;
  const other = choose(chance('connected'), { [many]: 0.3, [some]: 0.02, [few]: 0.0002 });
  const field = postType.fields.get((shapedTypes[postType.key] as Shapes).connection);
  if (other === undefined || !field) return [];
  return withLinkTerms([], endOf(field), { added: [Number(other)], removed: [], degree: 1 });
}

/** All places lie in one country. */
function lineage(gridId: number): readonly number[] {
  return [1_000, gridId];
}

function sortKey(field: Field, stored: unknown): (readonly [string, string | number])[] {
  const key = field.type.sortKey?.(stored, field);
  return key === undefined ? [] : [[field.key, key]];
}

/** Many favorites of one user, few of the others. */
async function storeFavorites(harness: RecordsHarness, type: string, ids: readonly number[]): Promise<void> {
  const chosen = (userId: number, every: number) =>
    ids.flatMap((recordId, index) => (index % every === 0 ? [{ recordId, userId }] : []));
  const { many, few, dispatcher } = shapedUsers;
  const favorites = [
    ...chosen(many, 30),
    ...chosen(few, Math.ceil(ids.length / 6)),
    ...chosen(dispatcher, Math.ceil(ids.length / 50)),
  ];
  const documents = favorites.map(({ recordId, userId }) => ({
    _id: privateValuesId(recordId, userId),
    recordId,
    userId,
    postType: type,
    fields: { favorite: true },
  }));
  await harness.privateValues.collection.insertMany(documents as never[]);
}

type Chance = (what: string) => number;

/** Numbers from 0 to 1, the same ones for the same record each time. */
function chanceOf(id: number): Chance {
  return (what) => createHash('md5').update(`${id} ${what}`).digest().readUInt32BE() / 2 ** 32;
}

/** The key whose share of 1 a number falls into, if any. */
function choose(chance: number, shares: Readonly<Record<string, number>>): string | undefined {
  let upTo = 0;
  return Object.entries(shares).find(([, share]) => chance < (upTo += share))?.[0];
}
