export interface ApiKey {
  id: number;
  key: string;
}

const dayMs = 24 * 60 * 60_000;

/** Creates an API key for the caller; undefined in an earlier version that has no keys. @throws Error with the answer of a refusal. */
export async function createApiKey(gatewayUrl: string, token: string): Promise<ApiKey | undefined> {
  const expiresAt = new Date(Date.now() + dayMs).toISOString();
  const response = await fetch(`${gatewayUrl}${keysPath}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Benchmark', access: 'write', expires_at: expiresAt }),
  });
  if (response.status === 404) return undefined;
  if (!response.ok)
    throw new Error(`The service refused an API key: ${response.status} ${await response.text()}`);
  return (await response.json()) as ApiKey;
}

export async function deleteApiKey(gatewayUrl: string, token: string, { id }: ApiKey): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  await fetch(`${gatewayUrl}${keysPath}/${id}`, { method: 'DELETE', headers });
}

const keysPath = '/wp-json/svc/v1/keys';
