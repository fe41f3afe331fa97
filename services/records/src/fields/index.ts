import { boolean } from './boolean.ts';
import { communicationChannel } from './communication-channel.ts';
import { connection } from './connection.ts';
import { date } from './date.ts';
import { datetime } from './datetime.ts';
import type { FieldType } from './field-type.ts';
import { keySelect } from './key-select.ts';
import { multiSelect } from './multi-select.ts';
import { number } from './number.ts';
import { tags } from './tags.ts';
import { text } from './text.ts';
import { textarea } from './textarea.ts';
import { userSelect } from './user-select.ts';

/** Every field type by its name. A new type is a file beside these and a line here. */
export const fieldTypes: ReadonlyMap<string, FieldType> = new Map(
  [
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
  ].map((type) => [type.name, type as FieldType]),
);

export type { Field, FieldType } from './field-type.ts';
