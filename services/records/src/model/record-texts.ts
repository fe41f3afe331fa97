import type { SearchText, RecordDocument } from './record.ts';
import type { Field } from './field.ts';
import type { PostType } from './post-type.ts';
import { foldText } from './fold-text.ts';

/** Maximum characters of an index entry; longer search texts are compared in the records that the entry finds. */
const entryLength = 10;
/** Maximum characters of a record that are indexed; records with longer texts are always compared. */
const maxEntries = 1_500;

/** The only entry of records whose texts are too long for the index. */
export const longTexts = '*';

/** The search texts of a record. */
export function searchTextOf(
  record: Pick<RecordDocument, 'name' | 'fields'>,
  postType: PostType,
): SearchText {
  return {
    name: foldText(record.name).toWellFormed(),
    comms: channelTexts(record, channelsOf(postType)).map((value) => foldChannel(value).toWellFormed()),
  };
}

export function channelsOf(postType: PostType): readonly Field[] {
  return [...postType.fields.values()].filter(isChannel);
}

/** The values of these communication channels. */
export function channelTexts(
  { fields = {} }: Partial<Pick<RecordDocument, 'fields'>>,
  channels: readonly Field[],
): readonly string[] {
  return channels.flatMap(({ key, type }) => type.query?.searchTexts?.(fields[key] ?? []) ?? []);
}

/** Folds a value of a channel for searching: like any text, and without blanks. */
export function foldChannel(text: string): string {
  return foldText(text).replaceAll(/\s+/g, '');
}

/** Whether a field is a communication channel, by whose values people are searched for. */
export function isChannel(field: Field): boolean {
  return field.type.settingsList === 'channels';
}

/** The index term of a search text: a prefix of an index entry of each record that contains the text. */
export function textWord(where: keyof SearchText, folded: string): string {
  return entryOf(where, [...folded], 0);
}

/** Whether the index term contains the whole search text, so that every record it finds contains the text. */
export function isWholeWord(folded: string): boolean {
  return [...folded].length <= entryLength;
}

/** The index entries of a record's texts: one starting at each character, so that a text is found anywhere by a prefix query. */
export function textEntries({ name, comms }: SearchText): readonly string[] {
  const length = name.length + comms.reduce((sum, text) => sum + text.length, 0);
  if (length > maxEntries) return [longTexts];
  const entries = new Set<string>();
  const add = (where: keyof SearchText, text: string) => {
    const characters = [...text];
    for (const from of characters.keys()) entries.add(entryOf(where, characters, from));
  };
  add('name', name);
  for (const text of comms) add('comms', text);
  return [...entries];
}

/** Splits into whole characters: MongoDB does not store half of a surrogate pair. */
function entryOf(where: keyof SearchText, characters: readonly string[], from: number): string {
  return (where === 'name' ? 'n' : 'c') + characters.slice(from, from + entryLength).join('');
}
