import type { RecordSpansOptions } from './record-spans.ts';

/**
 * Records traces when an endpoint for them is set, until the returned function is called. OpenTelemetry is loaded only then: without it,
 * processes start and work as if it were not installed.
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
