import type { FieldType } from './field-type.ts';
import { task } from './task.ts';

/** The older name under which reminders are declared; a task in everything else. */
export const postUserMeta: FieldType = { ...(task as FieldType), name: 'post_user_meta' };
