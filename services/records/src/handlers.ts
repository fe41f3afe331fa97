import { accept } from './operations/accept.ts';
import { activityItem } from './operations/history/activity-item.ts';
import { logActivity } from './operations/history/log-activity.ts';
import { activityLog } from './operations/history/activity-log.ts';
import { activity } from './operations/history/activity.ts';
import { allDuplicates } from './operations/duplicates/all-duplicates.ts';
import { allOfTypeDuplicates } from './operations/duplicates/all-of-type-duplicates.ts';
import { assignments } from './operations/locations/assignments.ts';
import { batch } from './operations/batch.ts';
import { authorize } from './operations/authorize.ts';
import { changes } from './operations/live/changes.ts';
import { checkSubscription } from './operations/live/check-subscription.ts';
import { checkFieldValueExists } from './operations/lists/check-field-value-exists.ts';
import { compact } from './operations/lists/compact.ts';
import { collaborators } from './operations/collaborators.ts';
import { coreSettings } from './operations/settings/core-settings.ts';
import { countPersonal } from './operations/count-personal.ts';
import { countLists } from './operations/lists/count-lists.ts';
import { convertField } from './operations/settings/convert-field.ts';
import { create } from './operations/create.ts';
import { remove } from './operations/delete.ts';
import { dismissDuplicates } from './operations/duplicates/dismiss-duplicates.ts';
import { duplicateFields } from './operations/duplicates/duplicate-fields.ts';
import { duplicates } from './operations/duplicates/duplicates.ts';
import { beginUpload } from './operations/files/begin-upload.ts';
import { deleteFile } from './operations/files/delete-file.ts';
import { deleteFiles } from './operations/files/delete-files.ts';
import { endUpload } from './operations/files/end-upload.ts';
import { finishUpload } from './operations/files/finish-upload.ts';
import { openAddress } from './operations/files/open-address.ts';
import { openFile } from './operations/files/open-file.ts';
import { readSlice } from './operations/files/read-slice.ts';
import { renameFile } from './operations/files/rename-file.ts';
import { uploadChunk } from './operations/files/upload-chunk.ts';
import { filterComments } from './operations/filter-comments.ts';
import { findByText } from './operations/lists/find-by-text.ts';
import { formerFields } from './operations/settings/former-fields.ts';
import { noteBackup } from './operations/settings/note-backup.ts';
import { noteDrill } from './operations/settings/note-drill.ts';
import { following } from './operations/following.ts';
import { getMany } from './operations/get-many.ts';
import { get } from './operations/get.ts';
import { beginGridReplacement } from './operations/locations/begin-grid-replacement.ts';
import { finishGridReplacement } from './operations/locations/finish-grid-replacement.ts';
import { importLocations } from './operations/locations/import-locations.ts';
import { beginFileImport } from './operations/importing/begin-file-import.ts';
import { finishFileImport } from './operations/importing/finish-file-import.ts';
import { importConnections } from './operations/importing/import-connections.ts';
import { importHistory } from './operations/importing/import-history.ts';
import { imported } from './operations/importing/imported.ts';
import { importRecords } from './operations/importing/import-records.ts';
import { listFilters } from './operations/lists/list-filters.ts';
import { list } from './operations/list.ts';
import { locationCounts } from './operations/locations/location-counts.ts';
import { drilldown } from './operations/locations/drilldown.ts';
import { locationNames } from './operations/locations/location-names.ts';
import { locationsChanged } from './operations/locations/locations-changed.ts';
import { mappingFocus } from './operations/locations/mapping-focus.ts';
import { merge } from './operations/duplicates/merge.ts';
import { modules } from './operations/settings/modules.ts';
import { multiSelectValues } from './operations/lists/multi-select-values.ts';
import { neededUpdates } from './operations/lists/needed-updates.ts';
import { userActivity } from './operations/users/user-activity.ts';
import { userCounts } from './operations/users/user-counts.ts';
import { options } from './operations/options.ts';
import { places } from './operations/locations/places.ts';
import { postTypes } from './operations/post-types.ts';
import { publicSettings } from './operations/settings/public-settings.ts';
import { receiveTransferComments } from './operations/transfer/receive-transfer-comments.ts';
import { receiveTransferUpdate } from './operations/transfer/receive-transfer-update.ts';
import { receiveTransfer } from './operations/transfer/receive-transfer.ts';
import { requestAccess } from './operations/request-access.ts';
import { revertActivityHistory } from './operations/history/revert-activity-history.ts';
import { revertActivity } from './operations/history/revert-activity.ts';
import { searchCounts } from './operations/lists/search-counts.ts';
import { searchDocuments } from './operations/lists/search-documents.ts';
import { searchLocations } from './operations/locations/search-locations.ts';
import { sendTransferUpdate } from './operations/transfer/send-transfer-update.ts';
import { setDuplicateFields } from './operations/duplicates/set-duplicate-fields.ts';
import { setMappingFocus } from './operations/locations/set-mapping-focus.ts';
import { setModule } from './operations/settings/set-module.ts';
import { settings } from './operations/settings/settings.ts';
import { share } from './operations/share.ts';
import { shares } from './operations/shares.ts';
import { aggregate } from './operations/lists/aggregate.ts';
import { generations } from './operations/lists/generations.ts';
import { splitBy } from './operations/lists/split-by.ts';
import { transferMetrics } from './operations/transfer/transfer-metrics.ts';
import { transferSummary } from './operations/transfer/transfer-summary.ts';
import { transfer } from './operations/transfer/transfer.ts';
import { unshare } from './operations/unshare.ts';
import { update } from './operations/update.ts';
import { viewable } from './operations/viewable.ts';
import { createWebhook } from './operations/webhooks/create-webhook.ts';
import { deleteWebhook } from './operations/webhooks/delete-webhook.ts';
import { redeliver } from './operations/webhooks/redeliver.ts';
import { rotateWebhook } from './operations/webhooks/rotate-webhook.ts';
import { testWebhook } from './operations/webhooks/test-webhook.ts';
import { updateWebhook } from './operations/webhooks/update-webhook.ts';
import { webhookDeliveries } from './operations/webhooks/webhook-deliveries.ts';
import { webhooks } from './operations/webhooks/webhooks.ts';
import { visibleChanges } from './operations/live/visible-changes.ts';

/** The handlers of all operations of this service, grouped by the dependencies they take. */
export const recordHandlers = {
  read: [get, getMany, authorize, viewable, countPersonal, postTypes, options, searchDocuments, searchCounts],
  write: [
    update,
    remove,
    shares,
    share,
    unshare,
    following,
    requestAccess,
    accept,
    filterComments,
    activity,
    activityItem,
    activityLog,
    logActivity,
    userActivity,
    revertActivity,
    revertActivityHistory,
    formerFields,
    convertField,
  ],
  lists: [
    list,
    countLists,
    listFilters,
    findByText,
    multiSelectValues,
    splitBy,
    generations,
    aggregate,
    collaborators,
    neededUpdates,
    userCounts,
    compact,
    checkSubscription,
    visibleChanges,
  ],
  changes: [changes],
  webhooks: [
    createWebhook,
    deleteWebhook,
    redeliver,
    rotateWebhook,
    testWebhook,
    updateWebhook,
    webhookDeliveries,
    webhooks,
  ],
  duplicates: [
    create,
    batch,
    duplicates,
    allDuplicates,
    dismissDuplicates,
    merge,
    duplicateFields,
    setDuplicateFields,
  ],
  files: [
    beginUpload,
    uploadChunk,
    finishUpload,
    endUpload,
    openFile,
    openAddress,
    readSlice,
    renameFile,
    deleteFile,
    deleteFiles,
  ],
  duplicateLists: [checkFieldValueExists, allOfTypeDuplicates],
  transfer: [
    transfer,
    transferSummary,
    transferMetrics,
    sendTransferUpdate,
    receiveTransfer,
    receiveTransferComments,
    receiveTransferUpdate,
  ],
  locations: [
    assignments,
    importLocations,
    beginGridReplacement,
    finishGridReplacement,
    locationsChanged,
    places,
    searchLocations,
    locationNames,
    drilldown,
    locationCounts,
    mappingFocus,
    setMappingFocus,
  ],
  settings: [settings, coreSettings, publicSettings, modules, setModule, noteBackup, noteDrill],
  importing: [importRecords, importConnections, importHistory, imported],
  importingFiles: [beginFileImport, finishFileImport],
};
