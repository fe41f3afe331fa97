import { array } from './array/array.ts';
import { boolean } from './boolean/boolean.ts';
import { communicationChannel } from './communication-channel/communication-channel.ts';
import { connection } from './connection/connection.ts';
import { date, datetime } from './date/date.ts';
import type { FieldType } from '../model/field-type/field-type.ts';
import { fileUpload } from './file-upload/file-upload.ts';
import { image } from './file-upload/image.ts';
import { keySelect } from './key-select/key-select.ts';
import { link } from './link/link.ts';
import { locationMeta } from './location/location-meta.ts';
import { location } from './location/location.ts';
import { multiSelect } from './multi-select/multi-select.ts';
import { number } from './number/number.ts';
import { tags } from './tags/tags.ts';
import { postUserMeta, task } from './task/task.ts';
import { text, textarea } from './text/text.ts';
import { userSelect } from './user-select/user-select.ts';

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

/** Every field type by its name in declarations. A new type is a folder beside this file and a line here. */
export const fieldTypes: ReadonlyMap<string, FieldType> = new Map([
  ...types.map((type) => [type.name, type] as const),
  ['tasks', task],
]);
