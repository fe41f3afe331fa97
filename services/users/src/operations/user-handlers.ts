import type { Handler } from '@svc/service-kit';
import type { UsersDeps } from '../users-deps.ts';
import { actor } from './actor.ts';
import { adminList } from './admin-list.ts';
import { create } from './create.ts';
import { disable } from './disable.ts';
import { display } from './display.ts';
import { keys } from './keys.ts';
import { list } from './list.ts';
import { login } from './login.ts';
import { my } from './my.ts';
import { resolve } from './resolve.ts';
import { rotateKeys } from './rotate-keys.ts';
import { setPassword } from './set-password.ts';
import { setRoles } from './set-roles.ts';
import { update } from './update.ts';

/** Every operation of this service with the function that answers it. */
export const userHandlers: readonly Handler<UsersDeps>[] = [
  ...[login, keys, actor, rotateKeys],
  ...[my, update, list, display, resolve],
  ...[create, adminList, setPassword, setRoles, disable],
];
