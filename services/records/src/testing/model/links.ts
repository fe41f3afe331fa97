import fc from 'fast-check';
import { madeUp, refused, type ModelPlans } from './model-write.ts';
import { flag } from './sets.ts';

interface Entry {
  readonly type: string;
  readonly value: string;
  readonly meta_id: string;
}

interface Written extends Partial<Entry> {
  readonly delete?: boolean;
}

/** An entry while a write is applied; what it was before, and whether the write names it. */
interface Held {
  entry: Entry;
  readonly was: Entry | undefined;
  isNamed: boolean;
}

const type = fc.constantFrom('web', 'blog');
const value = fc.constantFrom('a', 'b', 'https://c.test/?d=e');

const planned = fc.oneof(
  fc.record({ type, value }),
  fc.record({ place: fc.nat(3), type, value: fc.oneof(value, fc.constant('')) }),
  fc.record({ place: fc.nat(3), value }),
  fc.record({ place: fc.nat(3), type }),
  fc.record({ place: fc.nat(3), delete: fc.constant(true) }),
);

/** Writes of links: new ones, and changes and removals of those that are there. */
export const links: ModelPlans = fc
  .tuple(fc.array(planned, { maxLength: 4 }), flag)
  .map(([plans, [isForced, force]]) => (read) => {
    const known = entriesOf(read);
    const written = plans.flatMap((plan): Written[] => {
      if (!('place' in plan)) return [plan];
      const { place, ...change } = plan;
      const id = known[place]?.meta_id;
      return id === undefined ? [] : [{ ...change, meta_id: id }];
    });
    return {
      input: { values: written, force_values: force },
      next: (before) => applied(entriesOf(before), written, isForced),
    };
  });

function entriesOf(read: unknown): readonly Entry[] {
  return (read ?? []) as Entry[];
}

function applied(before: readonly Entry[], written: readonly Written[], force: boolean): unknown {
  const isGone = ({ meta_id: id }: Written) => !before.some((entry) => entry.meta_id === id);
  const removes = (change: Written) => change.delete === true || change.value === '';
  if (written.some((change) => change.meta_id !== undefined && !removes(change) && isGone(change)))
    return refused;
  let entries: Held[] = before.map((entry) => ({ entry, was: entry, isNamed: false }));
  for (const change of written) {
    const { meta_id: id, delete: _delete, ...content } = change;
    const known =
      id === undefined ? holderOf(content, entries) : entries.find(({ entry }) => entry.meta_id === id);
    if (known) known.isNamed = true;
    if (known && removes(change)) entries = entries.filter((other) => other !== known);
    else if (known) known.entry = { ...known.entry, ...content };
    else if (id === undefined)
      entries.push({ entry: { ...(content as Entry), meta_id: madeUp }, was: undefined, isNamed: true });
  }
  const left = entries.filter(({ isNamed }) => !force || isNamed).map(({ entry }) => entry);
  return left.length === 0 ? undefined : left;
}

/** What a link without an id names: the entry that held it before, rather than one that the same write made so. */
function holderOf(link: Partial<Entry>, entries: readonly Held[]): Held | undefined {
  const holders = entries.filter(({ entry }) => isSameLink(entry, link));
  return holders.find(({ was }) => was && isSameLink(was, link)) ?? holders[0];
}

function isSameLink(one: Partial<Entry>, other: Partial<Entry>): boolean {
  return one.type === other.type && one.value === other.value;
}
