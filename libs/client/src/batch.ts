import { type ErrorBody, ServiceError } from './errors.ts';
import type { CreateOf, Fields, UpdateOf } from './schema.ts';
import type { Send, Sending, WriteOptions } from './send.ts';

/** A create, or with `ID` an update. */
export type BatchItem<F extends Fields> =
  | { readonly ID?: never; readonly fields: CreateOf<F> }
  | { readonly ID: number; readonly fields: UpdateOf<F> };

/** The outcome of an item: the id of its record, or its error. */
export type BatchResult =
  | { readonly index: number; readonly ID: number; readonly error?: never }
  | { readonly index: number; readonly ID?: never; readonly error: ServiceError };

interface Batch {
  readonly items: readonly BatchItem<Fields>[];
  readonly query: Sending['query'];
  readonly options: WriteOptions;
}

type WireResult =
  | { readonly index: number; readonly status: number; readonly ID: number }
  | { readonly index: number; readonly status: number; readonly error: ErrorBody };

/** Sends a batch. The results have the order of the items. */
export async function sendBatch(
  send: Send,
  path: string,
  { items, query, options }: Batch,
): Promise<BatchResult[]> {
  const sending = {
    method: 'POST',
    path,
    query: query ?? {},
    json: { items },
    isWrite: true,
    options,
  } as const;
  const { body } = await send<{ readonly results: readonly WireResult[] }>(sending);
  return body.results.map(toResult);
}

function toResult(result: WireResult): BatchResult {
  const { index, status } = result;
  if ('ID' in result) return { index, ID: result.ID };
  const error = new ServiceError({ ...result.error, status, requestId: undefined, retryAfterMs: undefined });
  return { index, error };
}
