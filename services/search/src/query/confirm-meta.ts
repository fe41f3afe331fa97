import { recordsSearchDocuments, type SearchDocument } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { SearchDeps } from '../deps.ts';
import { boundText } from '../projection/bounds.ts';
import type { FoundText } from './candidate.ts';
import type { Hit } from './hit.ts';
import { holdsText } from './holds-text.ts';

/** What was asked for, and who answers. */
export interface Asked {
  readonly query: string;
  readonly call: Pick<Call, 'deadline' | 'requestId' | 'log'>;
  readonly deps: SearchDeps;
}

/** As many records are asked for at once. */
const atOnce = 100;

/** Hits with that text of a channel or field that they hold now; where they have changed, records says what it is. */
export async function confirmMeta(hits: readonly Hit[], asked: Asked): Promise<readonly Hit[]> {
  const stale = hits.filter(isStale).map(({ record }) => record.id);
  if (stale.length === 0) return hits;
  const documents = await currentDocuments(stale, asked);
  return hits.map((hit) =>
    isStale(hit) ? withMetaNow(hit, documents.get(hit.record.id), asked.query) : hit,
  );
}

function isStale({ candidate: { meta }, record }: Hit): boolean {
  return meta !== undefined && meta.version !== record.version;
}

async function currentDocuments(ids: readonly number[], { deps, call }: Asked) {
  const questions: Promise<{ documents: SearchDocument[] }>[] = [];
  for (let start = 0; start < ids.length; start += atOnce) {
    questions.push(
      deps.askAsService(recordsSearchDocuments, { ids: ids.slice(start, start + atOnce) }, call),
    );
  }
  const answers = await Promise.all(questions);
  return new Map(answers.flatMap(({ documents }) => documents).map((document) => [document.id, document]));
}

/** Of a record that has changed once more since it was found to be the caller's to view, nothing is told. */
function withMetaNow(hit: Hit, document: SearchDocument | undefined, query: string): Hit {
  const { meta, ...others } = hit.candidate;
  const isCurrent = document?.version === hit.record.version;
  const now = isCurrent && meta ? metaNow(meta, document, query) : undefined;
  return { ...hit, candidate: now ? { ...others, meta: now } : others };
}

function metaNow(meta: FoundText, { texts, version }: SearchDocument, query: string): FoundText | undefined {
  const held = texts.map(({ text }) => boundText(text));
  if (held.includes(meta.text)) return meta;
  const text = held.find((each) => holdsText(each, query));
  return text === undefined ? undefined : { text, version, isSimilar: false };
}
