import type { RecordSpansOptions } from './record-spans.ts';

/**
 * Records traces where an endpoint for them is set, until the function that it answers is called. Only then OpenTelemetry is loaded:
 * without it a process starts and works as if there were none.
 */
export async function startTracing({
  endpoint,
  ...options
}: Omit<RecordSpansOptions, 'endpoint'> & { readonly endpoint: string | undefined }): Promise<
  () => Promise<void>
> {
  if (endpoint === undefined) return async () => {};
  const { recordSpans } = await import('./record-spans.ts');
  return recordSpans({ ...options, endpoint });
}
