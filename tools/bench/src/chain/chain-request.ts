/** The subject on which the worker of the chain serves its requests. */
export const chainSubject = 'bench.chain';

/** A request of the door to the worker. */
export type ChainRequest =
  | { readonly kind: 'get'; readonly id: number }
  | { readonly kind: 'create'; readonly body: Readonly<Record<string, unknown>> }
  | { readonly kind: 'update'; readonly id: number; readonly nickname: string }
  | { readonly kind: 'comment'; readonly id: number; readonly content: string };
