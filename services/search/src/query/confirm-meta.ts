import { recordsSearchDocuments, type SearchDocument } from '@svc/contracts';
import { inBatches, type Call } from '@svc/service-kit';
import { boundText } from '../projection/bounds.ts';
import type { AskAsService } from '../projection/sources.ts';
import type { FoundText, Hit } from './hit.ts';
import { holdsText } from './holds-text.ts';

/** The query and the context for confirming hits. */
export interface Asked {
  readonly query: string;
  readonly call: Pick<Call, 'deadline' | 'requestId' | 'log'>;
  readonly deps: { readonly askAsService: AskAsService };
}

/** Records per request: few enough that records of a megabyte fit into an answer. */
const batchSize = 50;

/**
 * Maximum number of records confirmed per search. If more have changed since they were indexed, the matching texts of
 * the rest are not shown.
 */
export const maxAsked = 1_000;

/**
 * Confirms that hits still have the matching text of a channel or field; the texts of changed records are read again.
 * Documents may be large, so one batch is released before the next is read.
 */
export async function confirmMeta(hits: readonly Hit[], asked: Asked): Promise<readonly Hit[]> {
  const stale = hits.filter(isStale);
  const confirmed = new Map<Hit, Hit>();
  for (const part of inBatches(stale.slice(0, maxAsked), batchSize)) {
    const documents = await currentDocuments(part, asked);
    for (const hit of part) confirmed.set(hit, withMetaNow(hit, documents.get(hit.record.id), asked.query));
  }
  return hits.map((hit) => (isStale(hit) ? (confirmed.get(hit) ?? withoutMeta(hit)) : hit));
}

function isStale({ candidate: { meta }, record }: Hit): boolean {
  return meta !== undefined && meta.version !== record.version;
}

async function currentDocuments(hits: readonly Hit[], { deps, call }: Asked) {
  const ids = hits.map(({ record }) => record.id);
  const { documents } = await deps.askAsService(recordsSearchDocuments, { ids }, call);
  return new Map(documents.map((document) => [document.id, document]));
}

/** A record that has changed again since its visibility was checked shows no text. */
function withMetaNow(hit: Hit, document: SearchDocument | undefined, query: string): Hit {
  const { meta } = hit.candidate;
  const isCurrent = document?.version === hit.record.version;
  const now = isCurrent && meta ? metaNow(meta, document, query) : undefined;
  return now ? { ...hit, candidate: { ...hit.candidate, meta: now } } : withoutMeta(hit);
}

function withoutMeta(hit: Hit): Hit {
  const { meta: _meta, ...others } = hit.candidate;
  return { ...hit, candidate: others };
}

function metaNow(meta: FoundText, { texts, version }: SearchDocument, query: string): FoundText | undefined {
  const held = texts.map(({ text }) => boundText(text));
  if (held.includes(meta.text)) return meta;
  const text = held.find((each) => holdsText(each, query));
  return text === undefined ? undefined : { text, version, match: 'words' };
}
