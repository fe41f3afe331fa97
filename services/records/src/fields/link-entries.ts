import type { LinkChange, LinkEntryChange } from './link-write.ts';

/** A stored entry of a link. */
export interface LinkEntry {
  /** Digits. */
  readonly metaId: string;
  readonly type: string;
  readonly value: string;
}

/** The entries after a write, in the order in which they came. A link that is there already is not added once more. */
export function applyToLinks(before: readonly LinkEntry[], change: LinkChange): LinkEntry[] {
  const entries = new Map(before.map((entry) => [entry.metaId, entry]));
  const holders = new Map(before.map((entry) => [contentOf(entry), entry.metaId]));
  const named = new Set<string>();
  for (const entry of change.entries) {
    const holder = entry.kind === 'add' ? holderOf(entry, entries, holders) : undefined;
    named.add(holder ?? entry.metaId);
    if (holder !== undefined) continue;
    applyEntry(entries, entry);
    const after = entries.get(entry.metaId);
    if (after) holders.set(contentOf(after), entry.metaId);
  }
  return [...entries.values()].filter(({ metaId }) => !change.force || named.has(metaId));
}

/** The entry that holds a link; the one that was known to may hold another by now. */
function holderOf(
  link: Content,
  entries: ReadonlyMap<string, LinkEntry>,
  holders: ReadonlyMap<string, string>,
): string | undefined {
  const content = contentOf(link);
  const entry = entries.get(holders.get(content) ?? '');
  return entry && contentOf(entry) === content ? entry.metaId : undefined;
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
