import { recordsAuthorize, type InputOf } from '@svc/contracts';
import type { Call } from '@svc/service-kit';

type Address = Pick<InputOf<typeof recordsAuthorize>, 'post_type' | 'id'>;

/**
 * Asks the records service whether the caller may view or update the record of a request. Returns details of the
 * permitted action; undefined when they may not.
 */
export async function grantOnRecord(
  { input, ask }: Pick<Call<Address>, 'input' | 'ask'>,
  wanted: Omit<InputOf<typeof recordsAuthorize>, keyof Address>,
) {
  const { post_type, id } = input;
  if (id < 1) return undefined;
  const { allowed, ...grant } = await ask(recordsAuthorize, { post_type, id, ...wanted });
  return allowed ? grant : undefined;
}
