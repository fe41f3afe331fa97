import { moveFile, type MovedFile } from './move-file.ts';
import type { MoveOfRecords } from './move.ts';
import { filesSchema, pictureSchema, type SourceComment, type SourceRecord } from './source-answers.ts';

export interface MovedRecord {
  readonly postType: string;
  readonly sourceId: number;
  readonly id: number;
}

/** A file in a field at the source, before the id of its record here is known. */
export type ShownFile = Pick<MovedFile, 'meta_key' | 'file_id' | 'uploaded_at' | 'nameFor'> &
  ({ readonly key: string } | { readonly url: string });

export function shownFiles(
  record: SourceRecord,
  declared: MoveOfRecords['types'][string]['fields'],
): ShownFile[] {
  return Object.entries(declared).flatMap(([field, { type }]): ShownFile[] => {
    if (type === 'file_upload') return filesIn(field, record[field]);
    return type === 'image' ? pictureIn(field, record[field]) : [];
  });
}

function filesIn(field: string, value: unknown): ShownFile[] {
  const files = filesSchema.safeParse(value);
  return (files.data ?? []).map(({ key, name, uploaded_at }) => ({
    meta_key: field,
    file_id: key,
    key,
    uploaded_at,
    nameFor: () => name,
  }));
}

/** The API identifies a picture only by its address, whose signature and time change. */
function pictureIn(field: string, value: unknown): ShownFile[] {
  const picture = pictureSchema.safeParse(value);
  if (!picture.success) return [];
  const { full: url } = picture.data;
  const nameFor = (type: string) => `${field}.${/^image\/(\w+)/.exec(type)?.[1] ?? 'jpg'}`;
  return [{ meta_key: field, file_id: lastingPart(url), url, nameFor }];
}

/** The stable part of an address: the file key in an address of this service, else the path without the signed query. */
function lastingPart(url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname : url;
  return /\/files\/v1\/([a-z0-9]{26})\./.exec(path)?.[1] ?? path;
}

/** Imports the files in the fields of a record in sequence, which keeps their order. */
export async function moveFiles(
  move: MoveOfRecords,
  record: MovedRecord,
  files: readonly ShownFile[],
): Promise<void> {
  const what = `${record.postType}/${record.sourceId}`;
  for (const file of files) {
    const open = () =>
      'url' in file ? move.source.downloadShown(file.url) : openByKey(move, record, file.meta_key, file.key);
    await moveFile(move, {
      ...file,
      what,
      part: file.meta_key,
      ...placeOf(record),
      of_comment: false,
      isCertain: true,
      uploader_id: 0,
      open,
    });
  }
}

function placeOf({ postType, id }: MovedRecord) {
  return { post_type: postType, record_id: id };
}

function openByKey(
  { source }: MoveOfRecords,
  { postType, sourceId }: MovedRecord,
  field: string,
  key: string,
) {
  return source.download(`dt-posts/v2/${postType}/${sourceId}/storage_download`, {
    meta_key: field,
    file_key: key,
  });
}

/** The form of file keys, here and in a storage: long, with letters and digits, possibly with slashes. */
const keyForm = /^(?=.*\d)(?=.*[a-z])[\w-][\w./-]{15,299}$/i;
/** Imports picture and sound of a comment, whose keys are in its meta. Returns the keys here by those at the source. */
export async function moveCommentFiles(
  move: MoveOfRecords,
  record: MovedRecord,
  comment: SourceComment,
): Promise<ReadonlyMap<string, string>> {
  const what = `${record.postType}/${record.sourceId}`;
  const keys = new Map<string, string>();
  for (const [field, value] of keysIn(comment)) {
    const key = await moveFile(move, {
      meta_key: field,
      file_id: value,
      ...placeOf(record),
      of_comment: true,
      what,
      part: `comments/${comment.comment_ID}`,
      isCertain: false,
      uploader_id: move.users.get(comment.user_id) ?? 0,
      open: () => openByKey(move, record, field, value),
      nameFor: () => comment.comment_content || field,
    });
    if (key !== undefined) keys.set(value, key);
  }
  return keys;
}

function keysIn({ comment_meta: meta = {} }: SourceComment): [field: string, key: string][] {
  return Object.entries(meta).flatMap(([field, values]) =>
    values.flatMap(({ value }): [string, string][] =>
      typeof value === 'string' && keyForm.test(value) ? [[field, value]] : [],
    ),
  );
}
