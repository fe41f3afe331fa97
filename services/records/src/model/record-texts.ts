import type { SearchText, RecordDocument } from './record.ts';
import type { Field } from './field.ts';
import type { PostType } from './post-type.ts';
import { foldText } from './fold-text.ts';

/** How many characters of a text an entry of the index holds: longer ones are looked at in the records found so. */
const entryLength = 10;
/** How many characters of a record can be found through the index; records with more are always looked at. */
const maxEntries = 1_500;

/** The entry of records with more texts than are in the index. */
export const longTexts = '*';

/** The texts of a record that has these values. */
export function searchTextOf(
  record: Pick<RecordDocument, 'name' | 'fields'>,
  postType: PostType,
): SearchText {
  return {
    name: foldText(record.name).toWellFormed(),
    comms: channelTexts(record, channelsOf(postType)).map((value) => foldChannel(value).toWellFormed()),
  };
}

/** The channels of a type. */
export function channelsOf(postType: PostType): readonly Field[] {
  return [...postType.fields.values()].filter(isChannel);
}

/** The values of these channels. */
export function channelTexts(
  { fields = {} }: Partial<Pick<RecordDocument, 'fields'>>,
  channels: readonly Field[],
): readonly string[] {
  return channels.flatMap(({ key, type }) => type.searchTexts?.(fields[key] ?? []) ?? []);
}

/** The form in which values of channels are looked for. */
export function foldChannel(text: string): string {
  return foldText(text).replaceAll(/\s+/g, '');
}

/** Whether the values of a field are channels, by which people are looked for. */
export function isChannel(field: Field): boolean {
  return field.type.settingsList === 'channels';
}

/** The form of a text in the index's entries; a text that begins with it is an entry. */
export function textWord(where: keyof SearchText, folded: string): string {
  return entryOf(where, [...folded], 0);
}

/** Whether all of a text is in its word: what has an entry that begins with the word contains the text. */
export function isWholeWord(folded: string): boolean {
  return [...folded].length <= entryLength;
}

/** The entries of the index for these texts: one for each character on, so that what contains a text has one that begins with it. */
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

/** Whole characters: the database does not keep half of one. */
function entryOf(where: keyof SearchText, characters: readonly string[], from: number): string {
  return (where === 'name' ? 'n' : 'c') + characters.slice(from, from + entryLength).join('');
}
