import type { Handler } from '@svc/service-kit';
import { add } from './operations/administration/add.ts';
import { adminList } from './operations/administration/admin-list.ts';
import { create } from './operations/administration/create.ts';
import { deleteUser } from './operations/administration/delete-user.ts';
import { disable } from './operations/administration/disable.ts';
import { managedPage } from './operations/administration/managed-page.ts';
import { managed } from './operations/administration/managed.ts';
import { sendPasswordReset } from './operations/administration/send-password-reset.ts';
import { setPassword } from './operations/administration/set-password.ts';
import { setRoles } from './operations/administration/set-roles.ts';
import { updateUser } from './operations/administration/update-user.ts';
import { user } from './operations/administration/user.ts';
import { assignmentList } from './operations/directory/assignment-list.ts';
import { baseUser } from './operations/directory/base-user.ts';
import { contactId } from './operations/directory/contact-id.ts';
import { display } from './operations/directory/display.ts';
import { list } from './operations/directory/list.ts';
import { listable } from './operations/directory/listable.ts';
import { namedPlaces } from './operations/directory/named-places.ts';
import { resolve } from './operations/directory/resolve.ts';
import { deleteFilter } from './operations/filters/delete-filter.ts';
import { filters } from './operations/filters/filters.ts';
import { saveFilter } from './operations/filters/save-filter.ts';
import { importFilters } from './operations/importing/import-filters.ts';
import { importUsers } from './operations/importing/import-users.ts';
import { roles } from './operations/importing/roles.ts';
import { actor } from './operations/login/actor.ts';
import { changePassword } from './operations/login/change-password.ts';
import { keys } from './operations/login/keys.ts';
import { login } from './operations/login/login.ts';
import { resetPassword } from './operations/login/reset-password.ts';
import { rotateKeys } from './operations/login/rotate-keys.ts';
import { mail } from './operations/mails/mail.ts';
import { mails } from './operations/mails/mails.ts';
import { retryMail } from './operations/mails/retry-mail.ts';
import { sendMessage } from './operations/mails/send-message.ts';
import { markAllNotificationsViewed } from './operations/notifications/mark-all-notifications-viewed.ts';
import { markNotificationUnread } from './operations/notifications/mark-notification-unread.ts';
import { markNotificationViewed } from './operations/notifications/mark-notification-viewed.ts';
import { newNotificationsCount } from './operations/notifications/new-notifications-count.ts';
import { notifications } from './operations/notifications/notifications.ts';
import type { OperationDeps } from './operations/operation-deps.ts';
import { addLocation } from './operations/profile/add-location.ts';
import { appSwitch } from './operations/profile/app-switch.ts';
import { currentLocations } from './operations/profile/current-locations.ts';
import { disableProductTour } from './operations/profile/disable-product-tour.ts';
import { my } from './operations/profile/my.ts';
import { removeLocation } from './operations/profile/remove-location.ts';
import { switchPreference } from './operations/profile/switch-preference.ts';
import { update } from './operations/profile/update.ts';
import { createSiteLink } from './operations/site-links/create-site-link.ts';
import { deleteSiteLink } from './operations/site-links/delete-site-link.ts';
import { rotateSiteLink } from './operations/site-links/rotate-site-link.ts';
import { siteLinkActor } from './operations/site-links/site-link-actor.ts';
import { siteLinkCheck } from './operations/site-links/site-link-check.ts';
import { siteLinkRemote } from './operations/site-links/site-link-remote.ts';
import { siteLinkSettingsFields } from './operations/site-links/site-link-settings-fields.ts';
import { siteLinks } from './operations/site-links/site-links.ts';

export const userHandlers: readonly Handler<OperationDeps>[] = [
  login,
  keys,
  actor,
  rotateKeys,
  changePassword,
  resetPassword,
  list,
  assignmentList,
  listable,
  display,
  resolve,
  namedPlaces,
  contactId,
  baseUser,
  my,
  update,
  switchPreference,
  appSwitch,
  disableProductTour,
  currentLocations,
  addLocation,
  removeLocation,
  add,
  user,
  updateUser,
  deleteUser,
  managed,
  managedPage,
  create,
  adminList,
  setPassword,
  setRoles,
  disable,
  sendPasswordReset,
  roles,
  importUsers,
  importFilters,
  filters,
  saveFilter,
  deleteFilter,
  notifications,
  newNotificationsCount,
  markNotificationViewed,
  markNotificationUnread,
  markAllNotificationsViewed,
  siteLinks,
  createSiteLink,
  rotateSiteLink,
  deleteSiteLink,
  siteLinkActor,
  siteLinkCheck,
  siteLinkSettingsFields,
  siteLinkRemote,
  sendMessage,
  mails,
  mail,
  retryMail,
];
