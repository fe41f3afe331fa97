import type { LinkChange, LinkEntryChange } from './link-write.ts';

/** A stored entry of a link. */
export interface LinkEntry {
  /** Digits. */
  readonly metaId: string;
  readonly type: string;
  readonly value: string;
}

/** The entries after a write, in the order in which they were added. A link that exists already is not added again. */
export function applyToLinks(before: readonly LinkEntry[], change: LinkChange): LinkEntry[] {
  const entries = new Map(before.map((entry) => [entry.metaId, entry]));
  const holders = new Map<string, string[]>();
  for (const entry of before) noteHolder(holders, entry);
  const named = new Set<string>();
  for (const entry of change.entries) {
    const holder = entry.kind === 'add' ? holderOf(entry, entries, holders) : undefined;
    named.add(holder ?? entry.metaId);
    if (holder !== undefined) continue;
    applyEntry(entries, entry);
    const after = entries.get(entry.metaId);
    if (after) noteHolder(holders, after);
  }
  return [...entries.values()].filter(({ metaId }) => !change.force || named.has(metaId));
}

function noteHolder(holders: Map<string, string[]>, entry: LinkEntry): void {
  const content = contentOf(entry);
  const known = holders.get(content);
  if (known) known.push(entry.metaId);
  else holders.set(content, [entry.metaId]);
}

/** The entry that holds a link. A noted holder may have been changed or removed since, so it is checked. */
function holderOf(
  link: Content,
  entries: ReadonlyMap<string, LinkEntry>,
  holders: ReadonlyMap<string, readonly string[]>,
): string | undefined {
  const content = contentOf(link);
  return holders.get(content)?.find((metaId) => {
    const entry = entries.get(metaId);
    return entry !== undefined && contentOf(entry) === content;
  });
}

function applyEntry(entries: Map<string, LinkEntry>, change: LinkEntryChange): void {
  const { kind, metaId } = change;
  if (kind === 'remove') {
    entries.delete(metaId);
    return;
  }
  const known = entries.get(metaId);
  const type = change.type ?? known?.type;
  const value = change.value ?? known?.value;
  if (type === undefined || value === undefined) return;
  if (kind === 'add' || known) entries.set(metaId, { metaId, type, value });
}

type Content = Pick<LinkEntry, 'type' | 'value'>;

function contentOf({ type, value }: Content): string {
  return `${type}\n${value}`;
}
