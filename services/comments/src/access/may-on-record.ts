import { recordsAuthorize } from '@svc/contracts';
import type { Call } from '@svc/service-kit';

type RecordCall = Pick<Call<{ readonly post_type: string; readonly id: number }>, 'input' | 'ask'>;

/** Whether the caller may view or update the record of a request; records decides. */
export async function mayOnRecord(call: RecordCall, action: 'view' | 'update'): Promise<boolean> {
  const { post_type, id } = call.input;
  if (id < 1) return false;
  const { allowed } = await call.ask(recordsAuthorize, { post_type, id, action });
  return allowed;
}
