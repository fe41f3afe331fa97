import type { Handler } from '@svc/service-kit';
import type { UsersDeps } from '../users-deps.ts';
import { actor } from './actor.ts';
import { adminList } from './admin-list.ts';
import { assignmentList } from './assignment-list.ts';
import { create } from './create.ts';
import { deleteFilter } from './delete-filter.ts';
import { disable } from './disable.ts';
import { display } from './display.ts';
import { filters } from './filters.ts';
import { keys } from './keys.ts';
import { list } from './list.ts';
import { listable } from './listable.ts';
import { login } from './login.ts';
import { mail } from './mail.ts';
import { mails } from './mails.ts';
import { namedPlaces } from './named-places.ts';
import { notificationHandlers } from './notification-handlers.ts';
import { profileHandlers } from './profile-handlers.ts';
import { resetPassword } from './reset-password.ts';
import { resolve } from './resolve.ts';
import { retryMail } from './retry-mail.ts';
import { rotateKeys } from './rotate-keys.ts';
import { saveFilter } from './save-filter.ts';
import { siteLinkHandlers } from './site-link-handlers.ts';
import { sendMessage } from './send-message.ts';
import { setPassword } from './set-password.ts';
import { setRoles } from './set-roles.ts';

/** Every operation of this service with the function that answers it. */
export const userHandlers: readonly Handler<UsersDeps>[] = [
  ...[login, resetPassword, keys, actor, rotateKeys],
  ...[list, assignmentList, listable, display, resolve, namedPlaces],
  ...profileHandlers,
  ...[filters, saveFilter, deleteFilter],
  ...notificationHandlers,
  ...siteLinkHandlers,
  ...[sendMessage, mails, mail, retryMail],
  ...[create, adminList, setPassword, setRoles, disable],
];
