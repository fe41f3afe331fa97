import { isDeepStrictEqual } from 'node:util';
import type { Call } from '@svc/service-kit';
import type { ReadDeps } from '../../read/read-deps.ts';
import type { RecordChanges } from '../../store/record-changes.ts';
import type { ReadContext, ReadNames } from '../../model/read-context.ts';
import { privateValuesOf } from '../../store/change-log.ts';
import type { WalkedTo } from './walks.ts';

/** A page of a list as it is answered, and what is in it. */
export interface MadePage {
  /** `{"posts": [...], "total": ...}`. */
  readonly json: Buffer;
  /** Where it ends; undefined when it is the last one. */
  readonly end: WalkedTo | undefined;
  /** The records that it shows. */
  readonly ids: readonly number[];
  /** What its records name, and what that was called. */
  readonly names: ReadNames;
  readonly called: Pick<ReadContext, 'people' | 'places'>;
}

type HoldsCall = Pick<Call, 'actor' | 'ask' | 'deadline'>;
interface Deps extends Pick<ReadDeps, 'people' | 'places'> {
  readonly recordChanges: RecordChanges;
}

/**
 * Whether what a page shows is as it was at that moment, so that the same records are the same page: they and those they name, what the
 * caller alone has in them, and how users and places are called.
 */
export async function isStillSo(
  call: HoldsCall,
  deps: Deps,
  page: MadePage,
  since: number,
): Promise<boolean> {
  const { ids, names, called } = page;
  const touched = [privateValuesOf(call.actor.userId), ...ids, ...names.records];
  if (!deps.recordChanges.changeLog.areUntouched(since, touched)) return false;
  const [people, places] = await Promise.all([
    deps.people.names(call, names.people),
    deps.places.names(call.deadline, names.places),
  ]);
  return (
    names.people.every((id) => isDeepStrictEqual(people.get(id), called.people.get(id))) &&
    names.places.every((id) => isDeepStrictEqual(places.get(id), called.places.get(id)))
  );
}
