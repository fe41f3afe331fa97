import type { z } from 'zod';
import type { ExchangeGroup } from './exchange.ts';
import type { HistoryGroup } from './history.ts';
import type { QueryGroup } from './query.ts';
import type { ReadGroup } from './read.ts';
import type { WriteGroup } from './write.ts';

/**
 * One type of field: its declaration, where its values are stored, and its behaviour in five groups. `Stored` is the stored value, `Change`
 * a requested write. A type lacks the capability of an absent group or member: without `query.filter` its fields cannot be filtered.
 */
export interface FieldType<Stored = unknown, Change = unknown> {
  /** The type's name in declarations and settings. */
  readonly name: string;
  /** Schema of the attributes that a declaration of this type needs in addition to those of every field. */
  readonly declaration?: z.ZodType;
  /** Attributes of which the service makes use in fields of this type and of others that list them. */
  readonly attributes?: readonly string[];
  /** Whether `default` declares the options of the field, and not its value while it is unset. */
  readonly hasOptions?: boolean;
  /** The list of the settings object in which fields of this type appear as well. */
  readonly settingsList?: 'channels' | 'connection_types';
  /**
   * Where values are stored: in the record itself, or as edges that both records share. A field that is declared `private` is stored per
   * user, whatever its type; fields of `always private` types are private in every declaration.
   */
  readonly storage?: 'record' | 'edges' | 'always private';
  /** The BSON type of stored values; numbers of any width are `number`. Absent where the values are not stored in the record. */
  readonly storedAs?: 'string' | 'number' | 'bool' | 'array';
  /** The type that stores its values in the same form, so that a field may change from one to the other. */
  readonly storedLike?: string;

  readonly write: WriteGroup<Stored, Change>;
  readonly read: ReadGroup<Stored>;
  /** Without it records are not found, sorted or counted by the field. */
  readonly query?: QueryGroup<Stored, Change>;
  /** Without it changes leave no rows in the history. */
  readonly history?: HistoryGroup<Stored>;
  /** Without it values are not sent to other installations, and not converted to another type. */
  readonly exchange?: ExchangeGroup<Stored>;
}
