import type { FieldFixture, ReadOnlyFixture } from './fixture.ts';
import { array } from './fixtures/array.ts';
import { boolean } from './fixtures/boolean.ts';
import { communicationChannel } from './fixtures/communication-channel.ts';
import { connection } from './fixtures/connection.ts';
import { date } from './fixtures/date.ts';
import { datetime } from './fixtures/datetime.ts';
import { fileUpload, image } from './fixtures/file-upload.ts';
import { keySelect } from './fixtures/key-select.ts';
import { locationMeta } from './fixtures/location-meta.ts';
import { location } from './fixtures/location.ts';
import { link } from './fixtures/link.ts';
import { multiSelect } from './fixtures/multi-select.ts';
import { number } from './fixtures/number.ts';
import { tags } from './fixtures/tags.ts';
import { task } from './fixtures/task.ts';
import { text, textarea } from './fixtures/text.ts';
import { userSelect } from './fixtures/user-select.ts';

/** One fixture per field type that clients write, by the type's name; a type without one fails the suite. */
export const fixtures: Readonly<Record<string, FieldFixture>> = {
  text,
  textarea,
  number,
  boolean,
  key_select: keySelect,
  multi_select: multiSelect,
  tags,
  date,
  datetime,
  communication_channel: communicationChannel,
  user_select: userSelect,
  connection,
  location,
  location_meta: locationMeta,
  link,
  array,
  task,
  post_user_meta: task,
};

/** One fixture per field type that clients only read. */
export const readOnlyFixtures: Readonly<Record<string, ReadOnlyFixture>> = { image, file_upload: fileUpload };
