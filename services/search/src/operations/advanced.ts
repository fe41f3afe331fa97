import { recordsPostTypes, searchAdvanced, ServiceError, type InputOf, type OutputOf } from '@svc/contracts';
import { AnswerWith, Deadline, defineHandler, type Call } from '@svc/service-kit';
import type { SearchEngine } from '../engine/search-engine.ts';
import type { AskAsService } from '../projection/sources.ts';
import { askEngine, type EngineBreaker } from '../query/ask-engine.ts';
import type { Candidate, Hit, PostType } from '../query/hit.ts';
import { confirmHits } from '../query/confirm-hits.ts';
import { searchedParts } from '../query/engine-queries.ts';
import { findCandidates, type SearchedFor } from '../query/find-candidates.ts';
import { findParts } from '../query/find-parts.ts';
import { presentType } from '../query/present-type.ts';
import { rankHits } from '../query/rank-hits.ts';
import { withRecordOfId } from '../query/with-record-of-id.ts';

type SearchCall = Call<InputOf<typeof searchAdvanced>>;
type Answer = OutputOf<typeof searchAdvanced>;

interface AdvancedDeps {
  readonly engine: SearchEngine;
  readonly breaker: EngineBreaker;
  readonly askAsService: AskAsService;
  /** Whether the live indexes lack entries. */
  readonly isBeingFilled: () => Promise<boolean>;
}

/** Types that the global search leaves out (docs/guides/search.md#request). */
const unsearched = ['peoplegroups'];

/** The warnings of incomplete answers. */
const reservations = {
  engine: 'The search engine is not available; only names and channels were searched.',
  parts: 'The database did not answer in time; names and channels were searched in the index alone.',
  filling:
    'The search index is being built. Names and channels were searched in the database, everything else in the part that is built.',
  comments: 'The comments service is not available; comments were not searched.',
};

/** Searches the types that the caller may access; other and unknown types have no hits. */
export const advancedSearch = defineHandler(searchAdvanced, async (call: SearchCall, deps: AdvancedDeps) => {
  const { query, post_type, offset, archived, ...flags } = call.input;
  const status = flags.status === '' ? undefined : flags.status;
  const searched = await searchedTypes(call, post_type);
  if (searched.length === 0) return { hits: [], total_hits: 0 };
  const asked = { text: query, postTypes: searched, parts: searchedParts(flags) };
  const { hits, reservation } = await findHits(asked, { call, deps });
  const answers = searched.map((type) => {
    const ofType = hits.filter(({ record }) => record.post_type === type.post_type);
    const shown = status === 'all' && !archived ? notArchived(type, ofType) : ofType;
    return presentType(type, rankHits(shown, query), { offset, status });
  });
  const output = inAll(answers.filter(({ posts }) => posts.length > 0));
  return reservation === undefined ? output : new AnswerWith({ warning: reservation }, output);
});

async function searchedTypes(call: Pick<Call, 'ask'>, wanted: string): Promise<PostType[]> {
  const accessible = (await call.ask(recordsPostTypes, {})).post_types;
  return accessible.filter(
    (type) => !unsearched.includes(type.post_type) && (wanted === 'all' || type.post_type === wanted),
  );
}

/** The hits of a type without archived records; all hits if the type has no status. */
function notArchived({ status_field: field }: PostType, hits: readonly Hit[]): readonly Hit[] {
  return field ? hits.filter(({ record }) => record.status !== field.archived_key) : hits;
}

/** Finds hits, with a warning when they are incomplete. */
async function findHits(
  asked: SearchedFor,
  { call, deps }: { call: SearchCall; deps: AdvancedDeps },
): Promise<{ hits: readonly Hit[]; reservation: string | undefined }> {
  // Half of the remaining time: afterwards hits have to be confirmed.
  const timeoutMs = Math.max(1, Math.floor(call.deadline.remaining / 2));
  const [byEngine, byParts, isBeingFilled] = await Promise.all([
    askEngine((signal) => findCandidates(asked, deps.engine, signal), { call, deps, timeoutMs }),
    findParts(asked, call, Deadline.after(timeoutMs)).catch((error: unknown) => refusalOf(error, call)),
    deps.isBeingFilled(),
  ]);
  const isWithoutParts = byParts instanceof ServiceError;
  if (!byEngine && isWithoutParts) throw byParts;
  const found = inOne([...(isWithoutParts ? [] : byParts), ...(byEngine ?? [])]);
  const candidates = withRecordOfId(found, asked.text);
  const { hits, isWithoutComments } = await confirmHits(candidates, asked.text, { call, deps });
  const lacks: [boolean, string][] = [
    [!byEngine, reservations.engine],
    [isWithoutParts, reservations.parts],
    [isBeingFilled, reservations.filling],
    [isWithoutComments, reservations.comments],
  ];
  return { hits, reservation: lacks.find(([isLacking]) => isLacking)?.[1] };
}

function refusalOf(error: unknown, call: SearchCall): ServiceError {
  if (!(error instanceof ServiceError)) throw error;
  call.log.warn(
    { err: error },
    'searched without names and channels from the database: the records service did not answer',
  );
  return error as ServiceError;
}

/** Each record once, with everything found in it; for the same place the later candidate wins. */
function inOne(found: readonly Candidate[]): Candidate[] {
  const candidates = new Map<number, Candidate>();
  for (const each of found) candidates.set(each.id, { ...candidates.get(each.id), ...each });
  return [...candidates.values()];
}

function inAll(hits: Answer['hits']): Answer {
  return { hits, total_hits: hits.reduce((sum, { total }) => sum + total, 0) };
}
