import { recordsTransferMetrics, type InputOf } from '@svc/contracts';
import { defineHandler, type Call } from '@svc/service-kit';
import { optionLabel } from '../../fields/shared/options.ts';
import { valueDeleted } from '../../model/activity-row.ts';
import { readLean, readWithDeadline } from '../../store/read-with-deadline.ts';
import { badRequest, refuseUnlessUpdating, transferCodes } from '../../transfer/transfer-codes.ts';
import type { TransferDeps } from '../../transfer/transfer-deps.ts';

type MetricsCall = Call<InputOf<typeof recordsTransferMetrics>>;

/** Maximum number of contacts that are counted. */
const maxCounted = 20_000;

/** A value of a field, and its number among the contacts. */
interface Counted {
  readonly _id: string;
  readonly count: number;
}

/** Reports the state of the contacts that the caller's site link has sent in a period: their values now, and the changes in it. */
export const transferMetrics = defineHandler(
  recordsTransferMetrics,
  async (call: MetricsCall, deps: TransferDeps) => {
    const { siteLinkId } = call.actor;
    refuseUnlessUpdating(call.actor, transferCodes.metrics);
    if (siteLinkId === undefined) throw badRequest(transferCodes.metrics, 'Missing permissions');
    const { start, end } = call.input;
    if (typeof start !== 'number' || typeof end !== 'number')
      throw badRequest(transferCodes.metrics, 'Missing date range');
    const ids = await arrivedBetween(call, deps, { siteLinkId, start, end });
    const count = async (field: string) => {
      const [current, changes] = await Promise.all([
        countValues(call, deps, { ids, field }),
        countChanges(call, deps, { ids, field, start, end }),
      ]);
      const label = labelsOf(deps, field);
      return { current: current.map(label), changes: changes.map(label) };
    };
    const [statuses, paths, milestones] = await Promise.all(
      ['overall_status', 'seeker_path', 'milestones'].map(count),
    );
    const named = <Key extends string>(counted: readonly Labelled[] = [], key: Key) =>
      counted.map(({ label, count: number }) => ({ [key]: label, count: number }) as Named<Key>);
    const valued = (counted: readonly Labelled[] = []) =>
      counted.map(({ label, count: value }) => ({ milestones: label, value }));
    return {
      total: String(ids.length),
      statuses_current: named(statuses?.current, 'status'),
      statuses_changes: named(statuses?.changes, 'status'),
      seeker_paths_current: named(paths?.current, 'seeker_path'),
      seeker_paths_changes: named(paths?.changes, 'seeker_path'),
      milestones_current: valued(milestones?.current),
      milestones_changes: valued(milestones?.changes),
    };
  },
);

interface Labelled {
  readonly label: string;
  readonly count: string;
}

type Named<Key extends string> = Record<Key, string> & { count: string };

function labelsOf({ postTypes }: TransferDeps, key: string): (counted: Counted) => Labelled {
  const field = postTypes.get('contacts').fields.get(key);
  return ({ _id, count }) => ({ label: field ? optionLabel(_id, field) : _id, count: String(count) });
}

/** The newest contacts that the link has sent in the period. */
async function arrivedBetween(
  call: MetricsCall,
  { transfers }: TransferDeps,
  { siteLinkId, start, end }: { siteLinkId: number; start: number; end: number },
): Promise<number[]> {
  const createdAt = { $gte: new Date(start * 1000), $lte: new Date(end * 1000) };
  const query = transfers.find({ direction: 'in', siteLinkId, createdAt }, { recordId: 1 });
  const found = await readLean<{ recordId: number }[]>(call, query.sort({ createdAt: -1 }).limit(maxCounted));
  return [...new Set(found.map(({ recordId }) => recordId))];
}

function countValues(
  { deadline }: MetricsCall,
  { records }: TransferDeps,
  { ids, field }: { ids: readonly number[]; field: string },
): Promise<Counted[]> {
  return readWithDeadline(deadline, (maxTimeMS) =>
    records
      .aggregate<Counted>([
        { $match: { _id: { $in: [...ids] }, [`fields.${field}`]: { $exists: true } } },
        { $unwind: `$fields.${field}` },
        { $group: { _id: `$fields.${field}`, count: { $sum: 1 } } },
        { $sort: { count: -1, _id: 1 } },
      ])
      .option({ maxTimeMS }),
  );
}

function countChanges(
  { deadline }: MetricsCall,
  { activity }: TransferDeps,
  { ids, field, start, end }: { ids: readonly number[]; field: string; start: number; end: number },
): Promise<Counted[]> {
  const changes = {
    recordId: { $in: [...ids] },
    action: 'field_update',
    objectSubtype: field,
    metaValue: { $nin: ['', valueDeleted] },
    time: { $gte: start, $lte: end },
  };
  return readWithDeadline(deadline, (maxTimeMS) =>
    activity
      .aggregate<Counted>([
        { $match: changes },
        { $group: { _id: '$metaValue', count: { $sum: 1 } } },
        { $sort: { count: -1, _id: 1 } },
      ])
      .option({ maxTimeMS }),
  );
}
