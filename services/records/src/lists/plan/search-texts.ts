import { foldText } from '../../model/fold-text.ts';
import { foldChannel, isWholeWord, textWord } from '../../model/record-texts.ts';
import { escaped, containing } from '../../fields/shared/text-pattern.ts';
import type { IndexTest } from '../../model/index-test.ts';
import type { PostType } from '../../model/post-type.ts';
import { storageOf } from '../../model/stored-value.ts';
import type { Field } from '../../model/field.ts';
import type { FilterSearch } from '../../model/filter.ts';
import { anyOf, listed, type Found } from './find-by.ts';
import type { ParsedSearch, SearchedPlace } from '../../query/list-query.ts';
import { longestParts, namePattern, partsOf } from '../../query/name-pattern.ts';

/**
 * The condition of a text search (docs/reference/list-query.md#text-search): the text may be anywhere in one of the places, ignoring case; in names
 * a blank matches anything, in channels blanks are ignored. A number also matches the record with this id.
 */
export async function searchTexts(
  { text, within }: ParsedSearch,
  postType: PostType,
  search: FilterSearch,
): Promise<Found> {
  const parts = within.flatMap((place) => placesOf(place, postType));
  const found = await Promise.all(parts.map((place) => searchPlace(text, place, search)));
  const isNumber = /^\d{1,15}$/.test(text);
  const ids = [Number(text)];
  const byId = { condition: { _id: Number(text) }, candidates: { ids }, test: { kind: 'ids' as const, ids } };
  return inAnyPlace([...found, ...(isNumber ? [listed(byId, true)] : [])]);
}

/** A search for two parts of names has two sets of candidates: names with the first or with the second part, each with all other places. */
function inAnyPlace(places: readonly Found[]): Found {
  const found = anyOf(places);
  const last = places.map((place) => ({ ...place, candidates: place.candidates.slice(-1) }));
  const others = places.some(({ candidates }) => candidates.length > 1) ? anyOf(last).candidates : [];
  return { ...found, candidates: [...found.candidates, ...others] };
}

/** `all` stands for comments and every field with texts. */
function placesOf(
  place: SearchedPlace,
  postType: PostType,
): readonly Exclude<SearchedPlace, { kind: 'all' }>[] {
  if (place.kind !== 'all') return [place];
  const fields = [...postType.fields.values()].filter(
    (field) => field.type.query?.contains && storageOf(field) !== 'top-level',
  );
  return [{ kind: 'comment' }, ...fields.map((field) => ({ kind: 'field' as const, field }))];
}

async function searchPlace(
  text: string,
  place: Exclude<SearchedPlace, { kind: 'all' }>,
  search: FilterSearch,
): Promise<Found> {
  if (place.kind === 'name') return byName(text);
  if (place.kind === 'comms') return byChannels(text);
  if (place.kind === 'field') return byField(text, (place as { field: Field }).field, search);
  const ids = await search.commentedWith(text);
  return listed({ condition: { _id: { $in: ids } }, candidates: { ids } });
}

/** A shorter second part is in too many names to be worth a lookup in addition to the longest part. */
const shortestSecond = 3;

function byName(text: string): Found {
  const folded = foldText(text).trim();
  const [part, second = ''] = longestParts(folded);
  const condition = { 'searchText.name': namePattern(text) };
  const test: IndexTest = { kind: 'name', parts: partsOf(folded) };
  if (part === undefined) return listed({ condition, test });
  const parts = [...second].length < shortestSecond ? [part] : [part, second];
  return {
    condition,
    candidates: parts.map((each) => ({ texts: [textWord('name', each)] })),
    isExact: part === folded && isWholeWord(part),
    test,
  };
}

function byChannels(text: string): Found {
  const folded = foldChannel(text);
  const condition = { 'searchText.comms': new RegExp(escaped(folded)) };
  // Also an empty text needs a channel.
  if (folded === '') return listed({ condition });
  const test: IndexTest = { kind: 'comms', text: folded };
  return listed({ condition, candidates: { texts: [textWord('comms', folded)] }, test }, isWholeWord(folded));
}

async function byField(text: string, field: Field, search: FilterSearch): Promise<Found> {
  const { query } = field.type;
  const storage = storageOf(field);
  if (!query?.contains || storage === 'edges') throw new Error(`the field ${field.key} has no text index`);
  if (storage === 'top-level') return byName(text);
  const condition = query.contains(containing(text), `fields.${field.key}`);
  if (storage === 'record') return listed({ condition });
  const ids = await search.idsByPrivateValues(condition);
  return listed({ condition: { _id: { $in: ids } }, candidates: { ids } });
}
