import fc from 'fast-check';

/** What the model knows of a pool of records: the meta of each connection, and the counter of each set. */
export interface Connections {
  /** `<key>:<from>:<to>` → its meta. */
  readonly edges: ReadonlyMap<string, Readonly<Record<string, string>>>;
  readonly counters: ReadonlyMap<number, number>;
}

/** Connection fields of the sample post types. */
export const connectionFields = {
  sets: { of: 'samples', to: 'sets', key: 'samples_to_sets', side: 'from' },
  peers: { of: 'samples', to: 'samples', key: 'samples_to_peers', side: 'any' },
  samples: { of: 'sets', to: 'samples', key: 'samples_to_sets', side: 'to' },
  parents: { of: 'sets', to: 'sets', key: 'sets_to_sets', side: 'from' },
  children: { of: 'sets', to: 'sets', key: 'sets_to_sets', side: 'to' },
} as const;

type FieldKey = keyof typeof connectionFields;

/** A write of one connection field; records are named by their place in the pool. */
export interface ConnectionWrite {
  readonly record: number;
  readonly field: FieldKey;
  readonly entries: readonly {
    readonly other: number;
    readonly delete: boolean;
    readonly meta: Readonly<Record<string, string>>;
  }[];
  readonly force: boolean;
}

const entry = fc.record({
  other: fc.nat(2),
  delete: fc.boolean(),
  meta: fc.constantFrom({}, { role: 'head' }, { role: '' }, { since: '2020' }),
});

/** Writes from both sides. */
export const connectionWrites: fc.Arbitrary<ConnectionWrite> = fc.record({
  record: fc.nat(2),
  field: fc.constantFrom(...(Object.keys(connectionFields) as FieldKey[])),
  entries: fc.array(entry, { maxLength: 3 }),
  force: fc.boolean(),
});

/** The id of a record by its type and its place. */
export type Pool = Readonly<Record<'samples' | 'sets', readonly number[]>>;

/** The id of the record that is written. */
export function writtenId({ record, field }: ConnectionWrite, pool: Pool): number {
  return pool[connectionFields[field].of][record] ?? 0;
}

/** The records that are connected with one in a field, with the meta of each. */
export function connectedWith(state: Connections, field: FieldKey, id: number) {
  const { key, side } = connectionFields[field];
  const others = new Map<number, Readonly<Record<string, string>>>();
  for (const [edge, meta] of state.edges) {
    const [edgeKey, from, to] = edge.split(':');
    if (edgeKey !== key) continue;
    if (side !== 'to' && Number(from) === id) others.set(Number(to), meta);
    if (side !== 'from' && Number(to) === id) others.set(Number(from), meta);
  }
  return others;
}

/** What a write leaves; undefined when it is refused. */
export function connectionsAfter(
  state: Connections,
  write: ConnectionWrite,
  pool: Pool,
): Connections | undefined {
  const { field, entries, force } = write;
  const { key, to, side } = connectionFields[field];
  const id = writtenId(write, pool);
  const named = entries.map((each) => ({ ...each, id: pool[to][each.other] ?? 0 }));
  const removed = named.filter((each) => each.delete).map((each) => each.id);
  const connectsItself = named.some(
    (each) => !each.delete && each.id === id && to === connectionFields[field].of,
  );
  if (connectsItself || new Set(removed).size < removed.length) return undefined;
  const before = connectedWith(state, field, id);
  const after = new Map([...before].filter(([other]) => !force || named.some((each) => each.id === other)));
  for (const each of named) {
    if (each.delete) after.delete(each.id);
    else after.set(each.id, merged(after.get(each.id) ?? before.get(each.id), each.meta));
  }
  const edges = new Map(state.edges);
  const edgeOf = (other: number) => {
    const isFrom = side === 'any' ? id < other : side === 'from';
    return `${key}:${isFrom ? id : other}:${isFrom ? other : id}`;
  };
  for (const other of before.keys()) edges.delete(edgeOf(other));
  for (const [other, meta] of after) edges.set(edgeOf(other), meta);
  return { edges, counters: countersAfter({ ...state, edges }, state, pool) };
}

function merged(before: Readonly<Record<string, string>> = {}, change: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, text]) => text !== ''));
}

/** At least the real number after an addition, as many less as went otherwise. */
function countersAfter(after: Connections, before: Connections, pool: Pool): ReadonlyMap<number, number> {
  const counters = new Map(before.counters);
  for (const set of pool.sets) {
    const [former, current] = [before, after].map((state) => [
      ...connectedWith(state, 'samples', set).keys(),
    ]);
    const added = (current ?? []).filter((id) => !former?.includes(id)).length;
    const removed = (former ?? []).filter((id) => !current?.includes(id)).length;
    const less = Math.max(0, (counters.get(set) ?? 0) - removed);
    if (added > 0) counters.set(set, Math.max(less, current?.length ?? 0));
    else if (removed > 0) counters.set(set, less);
  }
  return counters;
}
