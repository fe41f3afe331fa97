/** A record as the rules of lists speak of it: the values that were written, not how they are stored. */
export interface ModelRecord {
  readonly id: number;
  readonly postType: string;
  readonly name: string;
  /** Milliseconds. */
  readonly createdAt: number;
  readonly lastModified: number;
  readonly sharedWith: readonly number[];
  /** A contact's type. */
  readonly type: string | undefined;
  /** Field key → value, as `values.ts` makes them. Absent is unset. */
  readonly values: ModelValues;
  /** User → the values that they keep for themselves, by the keys of their fields. */
  readonly privateValues: ReadonlyMap<number, ModelValues>;
}

/** Field key → value: texts as lists of texts, days and moments in Unix seconds, connected records and users by id. */
export type ModelValues = Readonly<Record<string, unknown>>;

/** Who asks for a list. */
export interface ModelCaller {
  readonly userId: number;
  /** The contact that stands for them. */
  readonly contact: number | undefined;
  /** Sees all records, or contacts of these types besides what is shared with them. */
  readonly sees: 'all' | readonly string[];
}

/** The value of a field as its reader has it: fields whose key begins with `my_` are kept for each user. */
export function valueOf(record: ModelRecord, key: string, { userId }: ModelCaller): unknown {
  if (key === 'post_date') return record.createdAt / 1000;
  if (key === 'last_modified') return record.lastModified / 1000;
  const values = key.startsWith('my_') ? record.privateValues.get(userId) : record.values;
  return values?.[key];
}

/** Values of a field that holds several; none while it is unset. */
export function valuesOf<Value>(record: ModelRecord, key: string, caller: ModelCaller): readonly Value[] {
  return (valueOf(record, key, caller) ?? []) as readonly Value[];
}

/** Whether a list may show the record at all. */
export function isVisible(record: ModelRecord, { userId, sees }: ModelCaller): boolean {
  if (sees === 'all' || record.sharedWith.includes(userId)) return true;
  return record.type !== undefined && sees.includes(record.type);
}
