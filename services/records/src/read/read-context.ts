import type { ReadNames, ReadContext } from '../model/read-context.ts';
import type { Call } from '@svc/service-kit';
import { findLinked } from './find-linked.ts';
import type { ReadDeps } from './read-deps.ts';

/** Everything that read shapes and notes need to know, each kind in one question. */
export async function readContext(
  call: Pick<Call, 'ask' | 'deadline'>,
  deps: ReadDeps,
  names: ReadNames,
): Promise<ReadContext> {
  const [people, records, places] = await Promise.all([
    deps.people.names(call, names.people),
    findLinked(call, deps, names),
    deps.places.names(call.deadline, names.places),
  ]);
  return { people, records, places, site: deps.site };
}
