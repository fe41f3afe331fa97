import { createHash } from 'node:crypto';
import { IdSequence } from '@svc/service-kit/store';
import { withLinkTerms } from '../model/links.ts';
import { endOf } from '../model/side.ts';
import { derive } from '../derived/derive.ts';
import { builtInModules } from '../modules/built-in-modules.ts';
import type { PostType } from '../model/post-type.ts';
import { PostTypes } from '../post-types/post-types.ts';
import { privateValuesId } from '../store/private-values-model.ts';
import type { RecordDocument } from '../model/record.ts';
import { recordTextsModel } from '../store/record-texts-model.ts';
import { textsOf } from './derive-seeded.ts';
import type { RecordsHarness } from './records-harness.ts';

/** Users with whom many and few records are shared, and to whom these are assigned. */
export const shapedUsers = { many: 12, few: 13, dispatcher: 14 } as const;

/** Operands of filters that many, some and few records match. */
export const shaped = {
  tag: { many: 'common', some: 'some', few: 'rare' },
  place: { many: 1_001, some: 1_002, few: 1_003 },
  connected: { many: 900_000_001, some: 900_000_002, few: 900_000_003 },
  /** Of the oldest records only. */
  oldStatus: 'closed',
  text: { many: 'smith', some: 'okonkwo', few: 'zyx' },
} as const;

const batch = 5_000;
const firstNames = ['Amina', 'Bernd', 'Chen', 'Dunja', 'Émile', 'Farah', 'Goran', 'Hana', 'Ivo', 'Jamal'];
const lastNames = ['Abt', 'Brandt', 'Castro', 'Diallo', 'Eze', 'Fischer', 'Gupta', 'Haddad', 'Ito', 'Jung'];
const firstCreation = Date.UTC(2020, 0, 1);
const hour = 3_600_000;

/**
 * Stores contacts as they are after writes, beside the operations, the oldest first, with values that many, some and few of them have.
 */
export async function seedShapes(harness: RecordsHarness, count: number): Promise<void> {
  const postType = PostTypes.declare(builtInModules).get('contacts');
  const ids = await new IdSequence(harness.documents.db, 'records', 1).nextIds(count);
  let stored: Promise<unknown> = Promise.resolve();
  for (let from = 0; from < count; from += batch) {
    const records = ids
      .slice(from, from + batch)
      .map((id, index) => shapedRecord(id, { age: 1 - (from + index) / count, postType }));
    const texts = textsOf(records);
    await stored;
    // The next ones are made meanwhile.
    stored = Promise.all([
      harness.documents.collection.insertMany(records as never[], { ordered: false }),
      recordTextsModel(harness.documents.db).collection.insertMany(texts as never[], { ordered: false }),
    ]);
  }
  await stored;
  await storeFavorites(harness, ids);
}

function shapedRecord(id: number, { age, postType }: { age: number; postType: PostType }): RecordDocument {
  const chance = chanceOf(id);
  const assigned =
    choose(chance('user'), { [shapedUsers.many]: 0.3, [shapedUsers.few]: 0.003 }) ?? 20 + (id % 20);
  const createdAt = new Date(firstCreation + (1 - age) * 50_000 * hour);
  const record = {
    _id: id,
    postType: postType.key,
    name: nameOf(id, chance),
    authorId: 3,
    version: 1,
    createdAt,
    lastModified: new Date(createdAt.getTime() + Math.floor(chance('modified') * 20_000) * hour),
    sharedWith: [Number(assigned), ...(chance('dispatched') < 0.01 ? [shapedUsers.dispatcher] : [])],
    fields: fieldsOf(age, chance, Number(assigned)),
    sort: { name: '' },
    linkTerms: linksOf(postType, chance),
    listedRowCount: 0,
  };
  // All places lie in one country.
  const lineage = (gridId: number) => [1_000, gridId];
  return derive(record, { fields: postType.fields.values(), postType, lineage });
}

function fieldsOf(age: number, chance: Chance, assigned: number): Record<string, unknown> {
  const isFew = assigned === shapedUsers.few && chance('few') < 0.01;
  const { many, some, few } = shaped.place;
  const place = isFew ? few : choose(chance('place'), { [many]: 0.35, [some]: 0.05, [few]: 0.0004 });
  const tag = choose(chance('tag'), { common: 0.5, some: 0.08, rare: 0.0005 });
  const phone = `+49${assigned}${Math.floor(age * 1e9)}`;
  return {
    type: choose(chance('type'), { access: 0.8, personal: 0.15 }) ?? 'access_placeholder',
    overall_status: age > 0.78 ? shaped.oldStatus : 'active',
    assigned_to: assigned,
    location_grid: [Number(place ?? 1_004)],
    contact_phone: [{ key: 'contact_phone_1', value: phone, verified: false }],
    ...(tag ? { tags: [tag] } : {}),
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
  const field = postType.fields.get('groups');
  if (other === undefined || !field) return [];
  return withLinkTerms([], endOf(field), { added: [Number(other)], removed: [], degree: 1 });
}

/** Many favorites of one user, few of the others. */
async function storeFavorites(harness: RecordsHarness, ids: readonly number[]): Promise<void> {
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
    postType: 'contacts',
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
