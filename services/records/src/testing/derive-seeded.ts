import type { Connection } from 'mongoose';
import { Deadline } from '@svc/service-kit';
import { derive, placesIn, underived } from '../derived/derive.ts';
import { textEntries } from '../model/record-texts.ts';
import { GridPlaces } from '../grid/grid-places.ts';
import { LocationGrid } from '../grid/location-grid.ts';
import type { PostType } from '../model/post-type.ts';
import { locationModel } from '../store/location-model.ts';
import type { RecordDocument } from '../model/record.ts';
import type { RecordTextsDocument } from '../store/record-texts-model.ts';

/** Records that are stored beside the operations, with what a write would have made of their values. */
export async function deriveSeeded(
  database: Connection,
  postType: PostType,
  seeded: readonly RecordDocument[],
): Promise<{ readonly records: readonly RecordDocument[]; readonly texts: readonly RecordTextsDocument[] }> {
  const fields = [...postType.fields.values()];
  const places = new GridPlaces({ grid: new LocationGrid(database), locations: locationModel(database) });
  const gridIds = seeded.flatMap((record) => placesIn(record, fields));
  const lineage = await places.lineages(Deadline.after(), gridIds);
  const records = seeded.map((record) => derive(underived(record), { fields, postType, lineage }));
  return { records, texts: textsOf(records) };
}

/** What lists find these records by. */
export const textsOf = (records: readonly RecordDocument[]): readonly RecordTextsDocument[] =>
  records.map(({ _id, postType, searchText }) => ({
    _id,
    postType,
    entries: searchText ? textEntries(searchText) : [],
  }));
