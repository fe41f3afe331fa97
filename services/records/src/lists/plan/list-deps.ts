import type { ReadDeps } from '../../read/read-deps.ts';
import type { Collections } from '../../store/collections.ts';
import type { Walks } from '../../store/list-walks.ts';
import type { TooMany } from './too-many.ts';

/** What lists work with. */
export interface ListDeps extends ReadDeps, Pick<Collections, 'locations'> {
  readonly tooMany: TooMany;
  readonly walks: Walks;
}
