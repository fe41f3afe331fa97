import { type Fields, msg, asMessage } from '@svc/contracts';
import { cleanComment } from '@svc/service-kit/clean-text';
import { idOf } from '../fields/shared/entry-id.ts';
import { shown } from '../model/field.ts';
import { isObject } from '../model/is-object.ts';
import { textOf } from '../fields/shared/plain-text.ts';
import { maxValues } from '../fields/shared/values-write.ts';
import type { PostType } from '../model/post-type.ts';
import type { NamedProblem, WriteCode } from '../revision/refusal.ts';

/** A comment that comes with a write: a note, which notifies nobody, or the first comment of a record. */
export interface ExtraComment {
  /** Cleaned, and not blank. */
  readonly text: string;
  readonly isNote: boolean;
  /** Seconds by which its date precedes the write. */
  readonly secondsEarlier?: number;
}

/** The origin of a new record: another record, and the field of that record to which the new one belongs. */
export interface AdditionalMeta {
  readonly createdFrom: number;
  readonly addConnection: string | undefined;
}

/** A write's fields, the parts of it that are not values of fields, and the problems of these parts. */
interface ExtractedExtras {
  readonly fields: Fields;
  /** In the order of writing. */
  readonly comments: readonly ExtraComment[];
  readonly meta: AdditionalMeta | undefined;
  readonly problems: readonly NamedProblem[];
}

const keysOf: Readonly<Record<WriteCode, readonly string[]>> = {
  create_post: ['initial_comment', 'notes', 'additional_meta'],
  update_post: ['notes'],
};

/**
 * Extracts from a write what is not a field: `notes`, and on create also `initial_comment` and `additional_meta`
 * (docs/guides/writing-a-record.md#values-of-a-field). A type that declares a field of that name keeps it, except the array `notes`, which the
 * settings show but which has no values.
 */
export function extractExtras(
  fields: Fields,
  postType: Pick<PostType, 'fields'>,
  code: WriteCode,
): ExtractedExtras {
  const keys = keysOf[code].filter((key) => key in fields && isExtra(key, postType));
  const taken = Object.fromEntries(keys.map((key) => [key, fields[key]]));
  const rest = Object.entries(fields).filter(([key]) => !keys.includes(key));
  const problems: NamedProblem[] = [];
  const comments = [
    ...commentOf(taken['initial_comment'], problems),
    ...('notes' in taken ? notesOf(taken['notes'], problems) : []),
  ];
  const meta = 'additional_meta' in taken ? metaOf(taken['additional_meta'], problems) : undefined;
  return { fields: Object.fromEntries(rest), comments, meta, problems };
}

function isExtra(key: string, { fields }: Pick<PostType, 'fields'>): boolean {
  const declared = fields.get(key);
  return !declared || (key === 'notes' && declared.type.name === 'array');
}

/** Forms send an empty text if nothing was entered. */
function commentOf(sent: unknown, problems: NamedProblem[]): ExtraComment[] {
  if (sent === undefined || sent === null || sent === '') return [];
  return textsOf([sent], 'initial_comment', problems).map((text) => ({ text, isNote: false }));
}

/** Empty texts are not notes either. */
function notesOf(sent: unknown, problems: NamedProblem[]): ExtraComment[] {
  if (!Array.isArray(sent)) {
    problems.push({ field: 'notes', message: "'notes' field expected to be an array" });
    return [];
  }
  if (sent.length > maxValues) {
    problems.push({ field: 'notes', message: msg`at most ${maxValues} values in one request: notes` });
    return [];
  }
  const written = sent.filter((note) => note !== '');
  return textsOf(written, 'notes', problems).map((text) => ({ text, isNote: true }));
}

/** Reports only the first invalid text: a thousand may be wrong in the same way. */
function textsOf(sent: readonly unknown[], field: string, problems: NamedProblem[]): string[] {
  const texts: string[] = [];
  for (const each of sent) {
    const text = textOf(each);
    const cleaned = text === undefined ? { problem: asMessage('must be a string') } : cleanComment(text);
    if ('problem' in cleaned) {
      problems.push({
        field,
        message: msg`a comment ${asMessage(cleaned.problem)}: ${field}, received ${shown(each)}`,
      });
      return [];
    }
    texts.push(cleaned.text);
  }
  return texts;
}

function metaOf(sent: unknown, problems: NamedProblem[]): AdditionalMeta | undefined {
  const { created_from: from, add_connection: key, ...others } = isObject(sent) ? sent : {};
  const createdFrom = idOf(from);
  const isWhole = createdFrom !== undefined && (key === undefined || (typeof key === 'string' && key !== ''));
  if (isWhole && Object.keys(others).length === 0) return { createdFrom, addConnection: key };
  const form = '{created_from: <id of a record>, add_connection: <key of one of its connections>}';
  problems.push({
    field: 'additional_meta',
    message: msg`additional_meta must be ${form}, received ${shown(sent)}`,
  });
  return undefined;
}
