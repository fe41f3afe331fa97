import type { WriteDeps } from '../revision/write-deps.ts';
import type { SiteSetting } from '../store/site-setting.ts';
import type { ValueCheckLimiter } from './value-check-limiter.ts';

export interface DuplicateDeps extends WriteDeps {
  readonly duplicateFields: SiteSetting<'duplicate_fields'>;
  readonly limitValueChecks: ValueCheckLimiter;
}
