import type { FieldType } from '../../model/field.ts';
import { task } from '../task/task.ts';

/** The older name under which reminders are declared; a task in everything else. */
export const postUserMeta: FieldType = { ...(task as FieldType), name: 'post_user_meta' };
