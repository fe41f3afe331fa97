import { isDeepStrictEqual } from 'node:util';
import { type FieldDefinition, inEnglish } from '@svc/contracts';
import { createField } from '../../post-types/create-field.ts';
import type { FieldType } from '../../model/field-type/field-type.ts';
import type { FieldProblem } from '../../model/field-type/problem.ts';
import type { Field } from '../../model/field.ts';
import { standIns } from './stand-ins.ts';

/** What became of a write. */
export type Outcome = { readonly after: unknown } | { readonly problem: FieldProblem };

/** A field of the record 7 that does without a record: values go through its type as they do in a write and in a read. */
export class FieldUnderTest {
  readonly field: Field;

  /** @throws Error when the declaration is wrong. */
  constructor(type: string, definition: Partial<FieldDefinition> = {}) {
    const problems: string[] = [];
    const declared = { ...definition, name: 'F', type };
    const [field] = createField({
      postType: 'tests',
      key: 'f',
      definition: declared,
      report: (_path, problem) => problems.push(problem),
    });
    if (!field) throw new Error(problems.join('\n'));
    this.field = field;
  }

  get type(): FieldType {
    return this.field.type;
  }

  /** A change as it is applied, or why there is none. */
  change(input: unknown): { readonly change: unknown } | { readonly problem: FieldProblem } {
    const { type, field } = this;
    const parsed = type.write.parse(input, field);
    if ('problem' in parsed) return parsed;
    const record = { id: 7, connected: {} };
    const found = standIns.found(type.write.references?.(parsed.change, field, record) ?? {});
    return type.write.resolve?.(parsed.change, found, field, record) ?? parsed;
  }

  write(before: unknown, written: unknown, options = { keepExisting: false }): Outcome {
    const { type, field } = this;
    const outcome = this.change(this.input(before, written));
    if ('problem' in outcome) return outcome;
    const refused = type.write.check?.(before, outcome.change, field);
    if (refused) return { problem: refused };
    const wanted =
      options.keepExisting && type.write.keepExisting
        ? type.write.keepExisting(before, outcome.change, field)
        : outcome.change;
    return { after: wanted === undefined ? before : type.write.apply(before, wanted, field) };
  }

  /** The stored value after writes, one after the other, to an unset field. */
  written(...writes: readonly unknown[]): unknown {
    return writes.reduce((before, write) => {
      const outcome = this.write(before, write);
      if ('problem' in outcome) throw new Error(inEnglish(outcome.problem.message));
      return outcome.after;
    }, undefined);
  }

  /** A written value; one that is a function is given what is read before. */
  input(before: unknown, written: unknown): unknown {
    return typeof written === 'function'
      ? (written as (read: unknown) => unknown)(this.read(before))
      : written;
  }

  read(stored: unknown): unknown {
    const names = (list: 'userIdsOf' | 'recordsOf' | 'placesOf') =>
      stored === undefined ? [] : (this.type.read[list]?.(stored) ?? []);
    const context = standIns.context({
      people: names('userIdsOf'),
      records: names('recordsOf'),
      places: names('placesOf'),
    });
    return this.type.read.shape(stored, this.field, context);
  }

  /** The notes that the history's list shows for a change. */
  notes(before: unknown, after: unknown): string[] {
    if (isDeepStrictEqual(before, after)) return [];
    const rows = this.type.history?.activity(before, after, this.field).filter(({ listed }) => listed) ?? [];
    return rows.map((draft) => {
      const row = { ...draft, recordId: 7 };
      const context = standIns.context({
        people: this.type.history?.userIdsOfRow?.(row) ?? [],
        records: this.type.history?.recordsOfRow?.(row) ?? [],
        places: this.type.history?.placesOfRow?.(row) ?? [],
      });
      return inEnglish(this.type.history?.note(row, this.field, context) ?? '');
    });
  }
}
