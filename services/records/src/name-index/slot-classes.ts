import type { Grant } from '@svc/contracts';
import { grantingFields, isGranted } from '../access/grant.ts';
import type { IndexedRecord } from './indexed-record.ts';

type Class = Pick<IndexedRecord, 'postType' | 'fields'>;

/** Records have few combinations of a post type and the fields that grants read: access is decided once for each. */
export class SlotClasses {
  /** The number of the class in each slot; undefined for slots without a record. */
  readonly #numbers: (number | undefined)[] = [];
  readonly #known = new Map<string, number>();
  readonly #classes: Class[] = [];

  set(slot: number, { postType, fields }: IndexedRecord): void {
    const granting = Object.fromEntries(grantingFields.map((key) => [key, fields[key]]));
    const key = JSON.stringify([postType, granting]);
    const known = this.#known.get(key);
    this.#numbers[slot] = known ?? this.#classes.push({ postType, fields: granting }) - 1;
    if (known === undefined) this.#known.set(key, this.#classes.length - 1);
  }

  delete(slot: number): void {
    this.#numbers[slot] = undefined;
  }

  /** Whether grants cover the record in a slot even if it is shared with nobody. */
  granted(postType: string, grants: readonly Grant[]): (slot: number) => boolean {
    const areGranted: boolean[] = [];
    return (slot) => {
      const number = this.#numbers[slot];
      if (number === undefined) return false;
      return (areGranted[number] ??= this.#isGranted(number, postType, grants));
    };
  }

  #isGranted(number: number, postType: string, grants: readonly Grant[]): boolean {
    const found = this.#classes[number];
    return found?.postType === postType && isGranted(grants, { ...found, sharedWith: [] });
  }
}
