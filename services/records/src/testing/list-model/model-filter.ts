import type fc from 'fast-check';
import type { ModelCaller, ModelRecord } from './model-record.ts';

/** A question about records; the model's answer to it. */
export type Meets = (record: ModelRecord, caller: ModelCaller) => boolean;

/** A filter as a client sends it, and which records meet it. */
export interface ModelFilter {
  readonly key: string;
  readonly operand: unknown;
  readonly meets: Meets;
  /** The first text that is asked of names; "" when none is, absent when the filter is not on names. */
  readonly named?: string;
}

/** Filters of one field. */
export type ModelFilters = (key: string) => fc.Arbitrary<ModelFilter>;

/** One operand of several: what it asks for, and whether it keeps records out instead. */
export interface Asked<What> {
  readonly not: boolean;
  readonly what: What;
}

/** The rule of several operands: one of the included is met, if there are any, and none of the excluded. */
export function meetsAll<What>(asked: readonly Asked<What>[], isMet: (what: What) => boolean): boolean {
  const included = asked.filter(({ not }) => !not);
  const isIncluded = included.length === 0 || included.some(({ what }) => isMet(what));
  return isIncluded && !asked.some(({ not, what }) => not && isMet(what));
}

/** An operand as it is written: `-` before what keeps records out. */
export function written({ not, what }: Asked<string | number>): string | number {
  return not ? `-${what}` : what;
}
