import { expect } from '@jest/globals';

/** An error as clients of an operation get it. */
export interface Refusal {
  readonly code: string;
  readonly status: number;
  readonly message: string;
  readonly data: {
    readonly field?: string;
    readonly bad_fields?: string[];
    readonly errors?: { field: string }[];
  };
}

/** What a request is refused with; undefined when it is not. */
export async function refusalOf(request: Promise<unknown>): Promise<Refusal | undefined> {
  return request.then(
    () => undefined,
    (error: Refusal) => error,
  );
}

/** A refusal that is the request's fault and says so; `told` is shown when it is none. */
export function expectReadable(refusal: Refusal | undefined, told: object): void {
  const { code, status, message } = refusal ?? {};
  expect({ ...told, code, status, message }).toEqual({
    ...told,
    code: expect.not.stringMatching('internal_error'),
    status: 400,
    message: expect.stringMatching(/\S/),
  });
}

/** All keys that a refusal names. */
export function named({ data }: Refusal): Set<string> {
  const keys = [data.field ?? [], data.bad_fields ?? [], (data.errors ?? []).map(({ field }) => field)];
  return new Set(keys.flat());
}
