import { array } from './array.ts';
import { boolean } from './boolean.ts';
import { communicationChannel } from './communication-channel.ts';
import { connection } from './connection.ts';
import { date } from './date.ts';
import { datetime } from './datetime.ts';
import type { FieldType } from './field-type.ts';
import { fileUpload } from './file-upload.ts';
import { image } from './image.ts';
import { keySelect } from './key-select.ts';
import { link } from './link.ts';
import { locationMeta } from './location-meta.ts';
import { location } from './location.ts';
import { multiSelect } from './multi-select.ts';
import { number } from './number.ts';
import { postUserMeta } from './post-user-meta.ts';
import { tags } from './tags.ts';
import { task } from './task.ts';
import { text } from './text.ts';
import { textarea } from './textarea.ts';
import { userSelect } from './user-select.ts';

const types = [
  text,
  textarea,
  number,
  boolean,
  keySelect,
  multiSelect,
  tags,
  date,
  datetime,
  communicationChannel,
  userSelect,
  connection,
  location,
  locationMeta,
  link,
  array,
  task,
  postUserMeta,
  image,
  fileUpload,
] as readonly FieldType[];

/** Every field type by its name in declarations. A new type is a file beside these and a line here. */
export const fieldTypes: ReadonlyMap<string, FieldType> = new Map([
  ...types.map((type) => [type.name, type] as const),
  ['tasks', task],
]);

export type { Field, FieldType } from './field-type.ts';
