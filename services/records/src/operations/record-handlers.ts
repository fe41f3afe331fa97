import type { Handler } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import { accept } from './accept.ts';
import { activityItem } from './activity-item.ts';
import { activityLog } from './activity-log.ts';
import { activity } from './activity.ts';
import { allDuplicates } from './all-duplicates.ts';
import { allOfTypeDuplicates } from './all-of-type-duplicates.ts';
import { assignments } from './assignments.ts';
import { authorize } from './authorize.ts';
import { checkFieldValueExists } from './check-field-value-exists.ts';
import { compact } from './compact.ts';
import { collaborators } from './collaborators.ts';
import { coreSettings } from './core-settings.ts';
import { countLists } from './count-lists.ts';
import { create } from './create.ts';
import { remove } from './delete.ts';
import { dismissDuplicates } from './dismiss-duplicates.ts';
import { duplicateFields } from './duplicate-fields.ts';
import { duplicates } from './duplicates.ts';
import { filterComments } from './filter-comments.ts';
import { findByText } from './find-by-text.ts';
import { following } from './following.ts';
import { getMany } from './get-many.ts';
import { get } from './get.ts';
import { beginGridReplacement } from './begin-grid-replacement.ts';
import { finishGridReplacement } from './finish-grid-replacement.ts';
import { importLocations } from './import-locations.ts';
import { listFilters } from './list-filters.ts';
import { list } from './list.ts';
import { locationCounts } from './location-counts.ts';
import { locationNames } from './location-names.ts';
import { locationsChanged } from './locations-changed.ts';
import { mappingFocus } from './mapping-focus.ts';
import { merge } from './merge.ts';
import { modules } from './modules.ts';
import { multiSelectValues } from './multi-select-values.ts';
import { neededUpdates } from './needed-updates.ts';
import { options } from './options.ts';
import { places } from './places.ts';
import { postTypes } from './post-types.ts';
import { publicSettings } from './public-settings.ts';
import { receiveTransferComments } from './receive-transfer-comments.ts';
import { receiveTransferUpdate } from './receive-transfer-update.ts';
import { receiveTransfer } from './receive-transfer.ts';
import { requestAccess } from './request-access.ts';
import { revertActivityHistory } from './revert-activity-history.ts';
import { revertActivity } from './revert-activity.ts';
import { searchCounts } from './search-counts.ts';
import { searchDocuments } from './search-documents.ts';
import { searchLocations } from './search-locations.ts';
import { sendTransferUpdate } from './send-transfer-update.ts';
import { setDuplicateFields } from './set-duplicate-fields.ts';
import { setMappingFocus } from './set-mapping-focus.ts';
import { setModule } from './set-module.ts';
import { settings } from './settings.ts';
import { share } from './share.ts';
import { shares } from './shares.ts';
import { splitBy } from './split-by.ts';
import { transferSummary } from './transfer-summary.ts';
import { transfer } from './transfer.ts';
import { unshare } from './unshare.ts';
import { update } from './update.ts';
import { viewable } from './viewable.ts';

/** Every operation of this service with the function that answers it. */
export const recordHandlers: readonly Handler<RecordsDeps>[] = [
  ...[create, get, getMany, update, remove, list],
  ...[countLists, listFilters, settings, coreSettings, publicSettings, modules, setModule],
  ...[activity, activityItem, activityLog, revertActivity, revertActivityHistory],
  ...[authorize, filterComments, viewable, postTypes, collaborators],
  ...[importLocations, beginGridReplacement, finishGridReplacement],
  ...[searchDocuments, searchCounts],
  ...[duplicates, allDuplicates, allOfTypeDuplicates, dismissDuplicates, checkFieldValueExists, merge],
  ...[duplicateFields, setDuplicateFields],
  ...[compact, findByText, multiSelectValues, splitBy],
  ...[shares, share, unshare, following, requestAccess, accept],
  ...[places, options, neededUpdates, assignments],
  ...[searchLocations, locationNames, locationsChanged, locationCounts, mappingFocus, setMappingFocus],
  ...[
    transfer,
    receiveTransfer,
    receiveTransferComments,
    transferSummary,
    sendTransferUpdate,
    receiveTransferUpdate,
  ],
];
