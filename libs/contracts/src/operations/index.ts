import type { Command } from '../command.ts';
import type { Operation } from '../operation.ts';
import { addComments, commentsOperations, moveComments, purgeComments } from './comments.ts';
import { dropCommentFiles } from './files.ts';
import { noteMessage } from './mail.ts';
import { namesOperations } from './names.ts';
import { placesOperations } from './places.ts';
import {
  commentCreated,
  createUserContact,
  disconnectDeleted,
  linkUserContact,
  recordsOperations,
} from './records.ts';
import { searchIndexOperations, searchOperations } from './search.ts';
import { shareMentioned } from './sharing.ts';
import { usersOperations } from './users.ts';

/** Every operation of every service. */
export const allOperations: readonly Operation[] = [
  ...recordsOperations,
  ...namesOperations,
  ...placesOperations,
  ...commentsOperations,
  ...usersOperations,
  ...searchOperations,
  ...searchIndexOperations,
];

/** Every command of every service. */
export const allCommands: readonly Command[] = [
  addComments,
  moveComments,
  purgeComments,
  commentCreated,
  createUserContact,
  disconnectDeleted,
  dropCommentFiles,
  linkUserContact,
  noteMessage,
  shareMentioned,
];
