import { listLimits, recordsFindByText } from '@svc/contracts';
import type { Call, Deadline } from '@svc/service-kit';
import { boundText } from '../projection/bounds.ts';
import type { Candidate, FoundText } from './hit.ts';
import type { SearchedFor } from './find-candidates.ts';

/**
 * The records whose names or channels contain the text as lists find it, within words and across blanks; the records
 * service has an index for this. Longer texts than lists permit find nothing.
 */
export async function findParts(
  { text, postTypes, parts }: SearchedFor,
  call: Pick<Call, 'ask'>,
  deadline: Deadline,
): Promise<Candidate[]> {
  const isEmpty = text.trim() === '';
  const within = [
    ...(parts.post ? (['name'] as const) : []),
    ...(parts.meta && !isEmpty ? (['comms'] as const) : []),
  ];
  if (within.length === 0 || text.length > listLimits.text) return [];
  const { records } = await call.ask(
    recordsFindByText,
    { text, post_types: postTypes.map((type) => type.post_type), within },
    deadline,
  );
  return records.map(({ id, version, name, channel }) => ({
    id,
    ...(name === undefined ? {} : { name: part(name, version) }),
    ...(channel === undefined ? {} : { meta: part(channel, version) }),
  }));
}

function part(text: string, version: number): FoundText {
  return { text: boundText(text), version, match: 'part' };
}
