import { expect } from '@jest/globals';
import type { Api, Sending } from '../../support/http.ts';

export type Fields = Record<string, unknown>;

/** A client that fails unless the answer is JSON with status 200. */
export interface Client {
  get<Body = Fields>(path: string): Promise<Body>;
  post<Body = Fields>(path: string, json?: unknown): Promise<Body>;
  delete<Body = Fields>(path: string, json?: unknown): Promise<Body>;
  submit<Body = Fields>(path: string, values: Fields): Promise<Body>;
}

/** A client that sends these headers with every request, even without a body. */
export function clientOf(api: Api, headers: Readonly<Record<string, string>> = {}): Client {
  const ask = async <Body>(method: string, path: string, sending: Sending) => {
    const { status, body, text } = await api.request<Body>(method, path, sending);
    expect({ method, path, status, text }).toEqual({ method, path, status: 200, text: expect.any(String) });
    return body;
  };
  const withJson = (json: unknown) => ({ headers, ...(json !== undefined && { json }) });
  return {
    get: (path) => ask('GET', path, { headers }),
    post: (path, json) => ask('POST', path, withJson(json)),
    delete: (path, json) => ask('DELETE', path, withJson(json)),
    submit: (path, values) => ask('POST', path, phpForm(values)),
  };
}

/** Encodes a form like PHP: an index for each entry of an array, `+` for a space, `1` and `0` for true and false, nothing for null. */
export function phpForm(values: Fields): Sending {
  const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' };
  return { raw: new URLSearchParams(pairs(values, (key) => key)).toString(), headers };
}

function pairs(values: object, name: (key: string) => string): [string, string][] {
  return Object.entries(values).flatMap(([key, value]: [string, unknown]): [string, string][] => {
    if (value instanceof Object) return pairs(value, (inner) => `${name(key)}[${inner}]`);
    if (value === null) return [];
    return [[name(key), String(typeof value === 'boolean' ? Number(value) : (value as string | number))]];
  });
}
