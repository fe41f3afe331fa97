import type { Actor, ExtensionSetup, Fields, WriteHookContext } from '@svc/contracts';

/** The state around a write that rules depend on, apart from its fields. */
interface WriteFacts {
  /** The get shape of the record before the write; empty for a new record. */
  readonly existing: Fields;
  readonly actor: Actor;
  /** Unix seconds, in which dates are written. */
  readonly now: number;
}

/** Adds the fields that follow from a write. A field that the request contains keeps its requested value. */
export type FieldRule = (fields: Fields, facts: WriteFacts) => Fields;

/** A write as hooks see it. */
export interface HookedWrite extends WriteFacts, WriteHookContext {
  readonly fields: Fields;
  readonly isNew: boolean;
}

/** Applies a rule, which returns fields with those that follow, to every create and update of a post type; low priorities run first. */
export function onWrites(
  { addFilter }: Pick<ExtensionSetup, 'addFilter'>,
  { postType, priority = 10 }: { postType: string; priority?: number },
  rule: (write: HookedWrite) => Fields | Promise<Fields>,
): void {
  const filtered = (type: string, write: Omit<HookedWrite, 'now'>) =>
    type === postType ? rule({ ...write, now: Math.floor(Date.now() / 1000) }) : write.fields;
  addFilter(
    'svc_post_create_fields',
    (fields, type, context) => filtered(type, { ...context, fields, existing: {}, isNew: true }),
    { priority },
  );
  addFilter(
    'svc_post_update_fields',
    (...[fields, type, , existing, context]) =>
      filtered(type, { ...context, fields, existing, isNew: false }),
    { priority },
  );
}
