import { recordsPostTypes, searchAdvanced, type InputOf, type OutputOf } from '@svc/contracts';
import { defineHandler, Warned, type Call } from '@svc/service-kit';
import { MeiliSearchError } from 'meilisearch';
import type { SearchDeps } from '../deps.ts';
import type { Candidate } from '../query/candidate.ts';
import { confirmHits } from '../query/confirm-hits.ts';
import { EngineResting } from '../query/engine-circuit.ts';
import { findCandidates, type SearchedFor } from '../query/find-candidates.ts';
import { findWithoutEngine } from '../query/find-without-engine.ts';
import type { Hit } from '../query/hit.ts';
import { notArchived } from '../query/not-archived.ts';
import { presentType } from '../query/present-type.ts';
import { rankHits } from '../query/rank-hits.ts';
import { searchedParts } from '../query/searched-parts.ts';
import { withRecordOfId } from '../query/with-record-of-id.ts';

type SearchCall = Call<InputOf<typeof searchAdvanced>>;
type Answer = OutputOf<typeof searchAdvanced>;
type PostType = OutputOf<typeof recordsPostTypes>['post_types'][number];

/** Types that the global search leaves out (facts of advanced search). */
const unsearched = ['peoplegroups'];

/** What an answer without some places that were to be searched carries. */
const reservations = {
  filling:
    'The search index is being built; names are searched in the database, the rest as far as it is there.',
  engine: 'The search engine does not answer; only names were searched.',
  comments: 'The comments can not be asked now; they were not searched.',
};

/** Searches the types the caller may access; a type he may not, or that is unknown, has no hits. */
export const advancedSearch = defineHandler(searchAdvanced, async (call: SearchCall, deps: SearchDeps) => {
  const { query, post_type, offset, archived, ...flags } = call.input;
  const status = flags.status === '' ? undefined : flags.status;
  const searched = await searchedTypes(call, post_type);
  if (searched.length === 0) return { hits: [], total_hits: 0 };
  const postTypes = searched.map((type) => type.post_type);
  const asked = { text: query, postTypes, parts: searchedParts(flags), actor: call.actor };
  const { hits, reservation } = await findHits(asked, { call, deps });
  const answers = searched.map((type) => {
    const ofType = hits.filter(({ record }) => record.post_type === type.post_type);
    const shown = status === 'all' && !archived ? notArchived(type, ofType) : ofType;
    return presentType(type, rankHits(shown, query), { offset, status });
  });
  const output = inAll(answers.filter(({ posts }) => posts.length > 0));
  return reservation === undefined ? output : new Warned(output, reservation);
});

async function searchedTypes(call: Pick<Call, 'ask'>, wanted: string): Promise<PostType[]> {
  const accessible = (await call.ask(recordsPostTypes, {})).post_types;
  return accessible.filter(
    (type) => !unsearched.includes(type.post_type) && (wanted === 'all' || type.post_type === wanted),
  );
}

/** What is found, and what it lacks. */
async function findHits(
  asked: SearchedFor,
  { call, deps }: { call: SearchCall; deps: SearchDeps },
): Promise<{ hits: readonly Hit[]; reservation?: string }> {
  const [found, isBeingFilled] = await Promise.all([askEngine(asked, { call, deps }), deps.isBeingFilled()]);
  if (!found) return { hits: await findWithoutEngine(asked, call), reservation: reservations.engine };
  const candidates = withRecordOfId(found, asked.text);
  const { hits, isWithoutComments } = await confirmHits(candidates, asked.text, { call, deps });
  if (isBeingFilled)
    return { hits: inOne(hits, await findWithoutEngine(asked, call)), reservation: reservations.filling };
  return isWithoutComments ? { hits, reservation: reservations.comments } : { hits };
}

/** What the engine finds; undefined when it does not answer in half the time that is left, so that others can. */
async function askEngine(
  asked: SearchedFor,
  { call, deps: { engine, circuit } }: { call: SearchCall; deps: SearchDeps },
): Promise<Candidate[] | undefined> {
  const patience = Math.max(1, Math.floor(call.deadline.remaining / 2));
  try {
    return await circuit.through(() => findCandidates(asked, engine, AbortSignal.timeout(patience)));
  } catch (error) {
    if (error instanceof EngineResting) return undefined;
    if (!(error instanceof MeiliSearchError)) throw error;
    call.log.warn({ err: error }, 'the search engine does not answer; names are searched in the database');
    return undefined;
  }
}

/** Of a record that both have found, what each has found in it. */
function inOne(indexed: readonly Hit[], named: readonly Hit[]): Hit[] {
  const hits = new Map(indexed.map((hit) => [hit.record.id, hit]));
  for (const { record, candidate } of named) {
    hits.set(record.id, { record, candidate: { ...hits.get(record.id)?.candidate, ...candidate } });
  }
  return [...hits.values()];
}

function inAll(hits: Answer['hits']): Answer {
  return { hits, total_hits: hits.reduce((sum, { total }) => sum + total, 0) };
}
