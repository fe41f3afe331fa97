import type { Model } from 'mongoose';
import type { ActivityRow } from '../model/activity-row.ts';
import type { EdgeDocument } from '../model/edge.ts';
import type { RecordDocument } from '../model/record.ts';
import type { FileDocument } from './file-model.ts';
import type { DuplicateClaim } from './duplicate-claim-model.ts';
import type { LocationDocument } from './location-model.ts';
import type { PrivateValues } from './private-values-model.ts';
import type { RecordTextsDocument } from './record-texts-model.ts';
import type { ShareDocument } from './share-model.ts';
import type { SiteSetting } from './site-setting.ts';
import type { Transfer } from './transfer-model.ts';

export interface Collections {
  readonly records: Model<RecordDocument>;
  readonly activity: Model<ActivityRow>;
  readonly edges: Model<EdgeDocument>;
  /** Documents with the ids of shares; the users with whom a record is shared are stored in the record. */
  readonly shares: Model<ShareDocument>;
  /** Index entries by which lists find texts in records. */
  readonly recordTexts: Model<RecordTextsDocument>;
  readonly privateValues: Model<PrivateValues>;
  /** The forms in which the values of fields are stored, as the last start found them declared. */
  readonly fieldForms: SiteSetting<'field_forms'>;
  /** The formats of derived values that are stored. */
  readonly derivedForms: SiteSetting<'derived'>;
  readonly duplicateClaims: Model<DuplicateClaim>;
  readonly locations: Model<LocationDocument>;
  /** The files of records and comments, whichever storage has their bytes. */
  readonly files: Model<FileDocument>;
  /** Contacts that were sent to other sites or received from them. */
  readonly transfers: Model<Transfer>;
}
