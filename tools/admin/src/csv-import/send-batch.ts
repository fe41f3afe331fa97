import { createHash } from 'node:crypto';
import { batchExtraMs, recordsBatch, ServiceError, type BatchResult } from '@svc/contracts';
import { AdminError } from '../admin-error.ts';
import { mayPass, patiently } from '../patient-ask.ts';
import type { Ask } from '../services.ts';
import type { ImportedItem, RowProblem } from './columns.ts';

export interface BatchOptions {
  readonly postType: string;
  /** Keys of fields: an existing record with the same value is updated instead. */
  readonly duplicateFields: readonly string[];
  readonly silent: boolean;
}

const timeoutMs = 4_000 + batchExtraMs;

/**
 * Sends a batch. Returns the problem of each item; undefined for items that were written. Items that the service had no time for are sent
 * again with the same idempotency key, by which written ones are recognized.
 * @throws AdminError when the services stay unavailable; the command can be repeated.
 */
export async function sendBatch(
  ask: Ask,
  { postType, duplicateFields, silent }: BatchOptions,
  { items, digest }: { items: readonly ImportedItem[]; digest: string },
): Promise<readonly (readonly RowProblem[] | undefined)[]> {
  const input = {
    post_type: postType,
    items: [...items],
    silent,
    ...(duplicateFields.length > 0 && { check_for_duplicates: [...duplicateFields] }),
  };
  const idempotencyKey = keyOf(digest, input);
  const send = async () => {
    const { results } = await ask(recordsBatch, input, { timeoutMs, idempotencyKey });
    if (results.some(hadNoTime))
      throw new ServiceError('service_unavailable', 'There was no time for all rows.');
    return results.map(problemsOf);
  };
  return patiently(send).catch((cause: unknown) => {
    if (!mayPass(cause)) throw cause;
    throw new AdminError(
      'The services are unavailable, and the import has stopped. Run the same command again within 24 hours: it does not write rows twice.',
      { cause },
    );
  });
}

/** The idempotency key: the same for the same rows of the same file with the same options. */
function keyOf(digest: string, input: object): string {
  const hash = createHash('sha256').update(digest).update(JSON.stringify(input));
  return `csv-${hash.digest('hex')}`;
}

function hadNoTime(result: BatchResult): boolean {
  return 'error' in result && result.status === 503;
}

function problemsOf(result: BatchResult): readonly RowProblem[] | undefined {
  if (!('error' in result)) return undefined;
  const { message, data } = result.error;
  const more = Array.isArray(data['errors']) ? (data['errors'] as Refusal[]) : [];
  return [{ message, data }, ...more].map((each) => ({
    field: typeof each.data?.['field'] === 'string' ? each.data['field'] : '',
    what: each.message,
  }));
}

interface Refusal {
  readonly message: string;
  readonly data?: Readonly<Record<string, unknown>>;
}
