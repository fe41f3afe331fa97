import type { Collections } from '../store/collections.ts';
import type { WriteDeps } from '../revision/write-deps.ts';
import type { SiteSetting } from '../store/site-setting.ts';
import type { ValueCheckLimiter } from './value-check-limiter.ts';

export interface DuplicateDeps extends WriteDeps, Pick<Collections, 'duplicateClaims'> {
  readonly duplicateFields: SiteSetting<'duplicate_fields'>;
  readonly limitValueChecks: ValueCheckLimiter;
}
