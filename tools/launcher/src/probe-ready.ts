/** What keeps a service from being ready, by its own word; undefined when it is. */
export async function probeReady(opsUrl: string): Promise<string | undefined> {
  try {
    const response = await fetch(`${opsUrl}/readyz`, { signal: AbortSignal.timeout(2_000) });
    const body = await response.text();
    return response.status === 200 ? undefined : `/readyz answers ${response.status}: ${body.slice(0, 300)}`;
  } catch {
    return '/readyz does not answer';
  }
}
