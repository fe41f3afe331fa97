import type { ExtensionSetup, Fields, WriteHookContext } from '@svc/contracts';
import { unixNow, type WriteFacts } from './field-rule.ts';

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
  addFilter(
    'svc_post_create_fields',
    (fields, type, context) =>
      type === postType ? rule({ ...context, fields, existing: {}, isNew: true, now: unixNow() }) : fields,
    { priority },
  );
  addFilter(
    'svc_post_update_fields',
    (...[fields, type, , existing, context]) =>
      type === postType ? rule({ ...context, fields, existing, isNew: false, now: unixNow() }) : fields,
    { priority },
  );
}
