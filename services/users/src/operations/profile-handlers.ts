import type { Handler } from '@svc/service-kit';
import type { UsersDeps } from '../users-deps.ts';
import { add } from './add.ts';
import { addLocation } from './add-location.ts';
import { appSwitch } from './app-switch.ts';
import { changePassword } from './change-password.ts';
import { contactId } from './contact-id.ts';
import { currentLocations } from './current-locations.ts';
import { deleteUser } from './delete-user.ts';
import { disableProductTour } from './disable-product-tour.ts';
import { managed } from './managed.ts';
import { managedPage } from './managed-page.ts';
import { my } from './my.ts';
import { removeLocation } from './remove-location.ts';
import { sendPasswordReset } from './send-password-reset.ts';
import { switchPreference } from './switch-preference.ts';
import { updateUser } from './update-user.ts';
import { update } from './update.ts';
import { user } from './user.ts';

/** What users do with their own settings, and those who administer users with those of others. */
export const profileHandlers: readonly Handler<UsersDeps>[] = [
  ...[my, update, currentLocations, addLocation, removeLocation],
  ...[changePassword, switchPreference, appSwitch, disableProductTour, contactId],
  ...[add, user, updateUser, deleteUser, managed, managedPage, sendPasswordReset],
];
