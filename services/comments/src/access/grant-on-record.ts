import { recordsAuthorize, type InputOf, type OutputOf } from '@svc/contracts';
import type { Call } from '@svc/service-kit';

type RecordCall = Pick<Call<{ readonly post_type: string; readonly id: number }>, 'input' | 'ask'>;

/** Details of a permitted action on a record, from the records service. */
export type Grant = Omit<OutputOf<typeof recordsAuthorize>, 'allowed'>;

/** Asks the records service whether the caller may view or update the record of a request; undefined when they may not. */
export async function grantOnRecord(
  { input, ask }: RecordCall,
  wanted: Omit<InputOf<typeof recordsAuthorize>, 'post_type' | 'id'>,
): Promise<Grant | undefined> {
  const { post_type, id } = input;
  if (id < 1) return undefined;
  const { allowed, ...grant } = await ask(recordsAuthorize, { post_type, id, ...wanted });
  return allowed ? grant : undefined;
}
