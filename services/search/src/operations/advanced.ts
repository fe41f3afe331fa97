import { recordsPostTypes, searchAdvanced, ServiceError } from '@svc/contracts';
import { MeiliSearchError } from 'meilisearch';
import { defineHandler } from '@svc/service-kit';
import type { SearchDeps } from '../deps.ts';
import type { Candidate } from '../query/candidate.ts';
import { confirmHits } from '../query/confirm-hits.ts';
import { findCandidates } from '../query/find-candidates.ts';
import { presentType } from '../query/present-type.ts';
import { rankHits } from '../query/rank-hits.ts';
import { searchedParts } from '../query/searched-parts.ts';
import { withRecordOfId } from '../query/with-record-of-id.ts';

/** Types that the global search leaves out (facts of advanced search). */
const unsearched = ['peoplegroups'];

/** Searches the types the caller may access; a type he may not, or that is unknown, has no hits. */
export const advancedSearch = defineHandler(searchAdvanced, async (call, { engine }: SearchDeps) => {
  const { query, post_type, offset, ...flags } = call.input;
  const accessible = (await call.ask(recordsPostTypes, {})).post_types;
  const searched = accessible.filter(
    (type) => !unsearched.includes(type.post_type) && (post_type === 'all' || type.post_type === post_type),
  );
  if (searched.length === 0) return { hits: [], total_hits: 0 };
  const postTypes = searched.map((type) => type.post_type);
  const asked = { text: query, postTypes, parts: searchedParts(flags), actor: call.actor };
  const found = await findCandidates(asked, engine).catch(orUnavailable);
  const hits = await confirmHits(withRecordOfId(found, query), call);
  const answers = searched
    .map((type) => {
      const ofType = hits.filter(({ record }) => record.post_type === type.post_type);
      return presentType(type, rankHits(ofType, query), offset);
    })
    .filter(({ posts }) => posts.length > 0);
  return { hits: answers, total_hits: answers.reduce((sum, { total }) => sum + total, 0) };
});

function orUnavailable(cause: unknown): Candidate[] {
  if (!(cause instanceof MeiliSearchError)) throw cause;
  const message = 'The search engine can not answer now; try again shortly.';
  throw new ServiceError('service_unavailable', message, { cause });
}
