import type { ExtensionSetup, Fields, WriteHookContext } from '@svc/contracts';
import { unixNow, type WriteFacts } from './field-rule.ts';

/** A write as hooks see it. */
export interface HookedWrite extends WriteFacts, WriteHookContext {
  readonly fields: Fields;
  readonly isNew: boolean;
}

/** A rule of a module: returns the fields of a write with those that follow from them. */
export type WriteRule = (write: HookedWrite) => Fields | Promise<Fields>;

/** Applies a rule to every create and update of a post type; low priorities run first. */
export function onWrites(
  { addFilter }: Pick<ExtensionSetup, 'addFilter'>,
  { postType, priority = 10 }: { postType: string; priority?: number },
  rule: WriteRule,
): void {
  const options = { priority };
  addFilter(
    'svc_post_create_fields',
    (fields, type, context) =>
      type === postType ? rule({ ...context, fields, existing: {}, isNew: true, now: unixNow() }) : fields,
    options,
  );
  addFilter(
    'svc_post_update_fields',
    (...[fields, type, , existing, context]) =>
      type === postType ? rule({ ...context, fields, existing, isNew: false, now: unixNow() }) : fields,
    options,
  );
}
