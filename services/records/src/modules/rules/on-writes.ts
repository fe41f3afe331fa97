import type { ExtensionSetup, Fields, WriteHookContext } from '@svc/contracts';
import { unixNow, type WriteFacts } from './field-rule.ts';

/** A write on its way through the hooks. */
export interface HookedWrite extends WriteFacts, WriteHookContext {
  readonly fields: Fields;
  readonly isNew: boolean;
}

/** What a module makes of a write: its fields, with what follows from them. */
export type WriteRule = (write: HookedWrite) => Fields | Promise<Fields>;

/** Has a rule look at every create and update of a post type; low priorities first. */
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
