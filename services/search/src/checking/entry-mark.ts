import { visibilityMark } from '../projection/visibility-mark.ts';
import type { FoundEntry } from './subject.ts';

/** The visibility mark of an entry; an entry without valid fields is visible to nobody. */
export function entryMark({ viewers, type, sources }: FoundEntry): string {
  return visibilityMark({
    shared_with: Array.isArray(viewers) ? viewers.map(Number) : [],
    type: typeof type === 'string' ? type : '',
    sources: Array.isArray(sources) ? sources.map(String) : [],
  });
}
