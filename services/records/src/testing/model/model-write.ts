import type fc from 'fast-check';

/** What a write comes to when the value it works on does not allow it: its request changes nothing. */
export const refused = Symbol('refused');

/** A write of one field as it is sent, and what it makes of what is read of it; undefined is a key that is not there. */
export interface ModelWrite {
  readonly input: unknown;
  next(before: unknown): unknown;
  /** The same for a request that must not overwrite; absent where that makes no difference. */
  kept?(before: unknown): unknown;
  /** What the write makes of another field, when it is not refused. */
  readonly beside?: {
    readonly key: string;
    next(before: unknown, change: { own: unknown; from: unknown; keeps: boolean }): unknown;
  };
}

/** A write that is made out against what its writer has read: it may name entries that are there. */
export type ModelPlan = (read: unknown) => ModelWrite;

/** Valid writes of one type of field. */
export type ModelPlans = fc.Arbitrary<ModelPlan>;

/** The id or key of an entry that the service makes up: the model does not know it. */
export const madeUp = '';
