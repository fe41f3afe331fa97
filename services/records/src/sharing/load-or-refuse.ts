import { type ErrorCode, type Saying, ServiceError } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import { loadRecord } from '../reading/load-record.ts';
import type { RecordDocument } from '../store/record-document.ts';

/** Which record somebody wants to do something with, and the words in which he is refused. */
export interface Wanted {
  readonly postType: string;
  readonly id: number;
  readonly action: 'view' | 'update';
  readonly code: ErrorCode;
  readonly message: Saying;
}

/**
 * A record that the caller may view or update.
 * @throws ServiceError of the given code, the same for one that is missing, of another type or forbidden.
 */
export async function loadOrRefuse(
  call: Pick<Call, 'actor' | 'deadline'>,
  deps: Pick<RecordsDeps, 'records' | 'hooks'>,
  { code, message, ...wanted }: Wanted,
): Promise<RecordDocument> {
  const record = await loadRecord(call, deps, wanted);
  if (record) return record;
  throw new ServiceError(code, message, { status: 403 });
}
