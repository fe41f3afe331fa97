import type { Answer, Api, Sending } from '../../support/http.ts';

/** The request to an endpoint, with the values for its path. */
export interface Sent extends Sending {
  readonly at?: Readonly<Record<string, string | number>>;
}

/** Sends a request to an endpoint of a row. */
export function ask(api: Api, endpoint: string, { at = {}, ...sending }: Sent): Promise<Answer<unknown>> {
  const [method = '', path = ''] = endpoint.split(' ');
  return api.request(
    method,
    path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => String(at[name])),
    sending,
  );
}
