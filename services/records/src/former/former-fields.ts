import type { FormerField } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import { formOf } from '../model/field.ts';
import { readWithDeadline } from '../store/read-with-deadline.ts';
import type { ReadDeps } from '../read/read-deps.ts';

type Deps = Pick<ReadDeps, 'records' | 'privateValues' | 'postTypes'>;

/** Ids per field in the report. */
const shownIds = 5;

interface Counted {
  readonly _id: { readonly postType: string; readonly field: string; readonly type: string };
  readonly count: number;
  readonly ids: readonly number[];
}

/** The declared fields with values of a former type. */
export async function formerFields(deps: Deps, deadline: Call['deadline']): Promise<FormerField[]> {
  const [ofRecords, ofUsers] = await Promise.all([
    counted(deps.records, deadline),
    counted(deps.privateValues, deadline),
  ]);
  const keys = new Map([...ofRecords, ...ofUsers].map(({ _id }) => [keyOf(_id), _id]));
  return [...keys].flatMap(([key, { postType, field, type: from }]) => {
    const declared = deps.postTypes.withAllModules(postType)?.fields.get(field);
    if (!declared || formOf(declared) === from) return [];
    const found = ofRecords.find(({ _id }) => keyOf(_id) === key);
    const own = ofUsers.find(({ _id }) => keyOf(_id) === key);
    return [
      {
        post_type: postType,
        field,
        from,
        to: declared.type.name,
        records: found?.count ?? 0,
        first_ids: [...(found?.ids ?? [])],
        private_values: own?.count ?? 0,
      },
    ];
  });
}

/** A warning for operators; undefined while no field has such values. */
export function warningOf(fields: readonly FormerField[]): string | undefined {
  if (fields.length === 0) return undefined;
  const texts = fields.map(({ post_type: postType, field, from, to, ...found }) => {
    const ids =
      found.first_ids.length > 0
        ? ` (${found.first_ids.join(', ')}${found.records > found.first_ids.length ? ', …' : ''})`
        : '';
    const own = found.private_values > 0 ? ` and ${found.private_values} private values` : '';
    return `${postType}.${field} changed from ${from} to ${to}, and ${found.records} records${ids}${own} have hidden values of the former type`;
  });
  return `${texts.join('; ')}. Convert them with \`npm run admin -- fields convert\`, or declare the former type again.`;
}

function counted(
  { collection }: Pick<Deps['records'] | Deps['privateValues'], 'collection'>,
  deadline: Call['deadline'],
): Promise<Counted[]> {
  return readWithDeadline(deadline, (maxTimeMS) =>
    collection
      .aggregate<Counted>(
        [
          { $match: { 'formerValues.field': { $exists: true } } },
          { $unwind: '$formerValues' },
          { $sort: { _id: 1 } },
          {
            $group: {
              _id: { postType: '$postType', field: '$formerValues.field', type: '$formerValues.type' },
              count: { $sum: 1 },
              ids: { $firstN: { input: '$_id', n: shownIds } },
            },
          },
          { $sort: { _id: 1 } },
        ],
        { maxTimeMS },
      )
      .toArray(),
  );
}

function keyOf({ postType, field, type }: Counted['_id']): string {
  return `${postType}.${field}.${type}`;
}
