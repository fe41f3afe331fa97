import type { Target } from '../measure/target.ts';
import { postAs, type BenchRequest } from '../rows/row.ts';

export interface Sent {
  status: number;
  headers: Headers;
  text: string;
}

/** Sends one request to the first gateway. */
export async function send(
  { urls }: Pick<Target, 'urls'>,
  { method, path, token, body }: Omit<BenchRequest, 'method'> & { method: string },
): Promise<Sent> {
  const answer = await fetch(`${urls[0]}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

/** Like `send`. Returns the parsed answer. @throws Error with the answer of a refusal. */
export async function answerTo<Answer>(
  target: Pick<Target, 'urls'>,
  request: Parameters<typeof send>[1],
): Promise<Answer> {
  const { status, text } = await send(target, request);
  if (status !== 200) throw new Error(`${request.method} ${request.path}: ${status} ${text}`);
  return JSON.parse(text) as Answer;
}

/** Creates a contact as the administrator, and returns its id; it is removed at the end of the run. */
export async function createContact(target: Target, fields: Record<string, unknown>): Promise<number> {
  const { administrator } = target.measured;
  const { ID: id } = await answerTo<{ ID: number }>(target, postAs(administrator, 'contacts', fields));
  target.made.note({ makes: 'contacts' }, JSON.stringify({ ID: id }));
  return id;
}
