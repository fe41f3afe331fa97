import type { Collections } from '../store/collections.ts';
import type { SiteSetting } from '../store/site-setting.ts';
import type { ValueCheckLimiter } from './value-check-limiter.ts';
import type { WritePorts } from '../write/write-request.ts';

export interface DuplicateDeps extends WritePorts, Pick<Collections, 'files'> {
  readonly duplicateFields: SiteSetting<'duplicate_fields'>;
  readonly limitValueChecks: ValueCheckLimiter;
}
