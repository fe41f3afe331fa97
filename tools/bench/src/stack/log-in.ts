/** Logs in and returns the JWT. @throws Error with the answer when the login is refused. */
export async function logIn(
  gatewayUrl: string,
  login: { username: string; password: string },
): Promise<string> {
  const response = await fetch(`${gatewayUrl}/wp-json/jwt-auth/v1/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(login),
  });
  const body = (await response.json()) as { token?: string };
  if (body.token) return body.token;
  throw new Error(`${login.username} cannot log in: ${response.status} ${JSON.stringify(body)}`);
}
