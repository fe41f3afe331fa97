import { can, type InputOf, recordsMultiSelectValues, say, ServiceError } from '@svc/contracts';
import { defineHandler, type Call } from '@svc/service-kit';
import { grantFilter } from '../access/grant.ts';
import type { RecordsDeps } from '../deps.ts';
import { foldText } from '../derived/fold-text.ts';
import type { Field } from '../fields/index.ts';
import { shown } from '../fields/field-type.ts';
import { inTime } from '../list/find-page.ts';
import { parseListQuery } from '../list/parse-list-query.ts';
import { planOf } from '../list/plan-of.ts';
import { seenList } from '../list/seen-list.ts';
import { wholeList } from '../list/whole-list.ts';
import { heldValues } from '../offering/held-values.ts';
import { indexedValues } from '../offering/indexed-values.ts';
import { ownValues } from '../offering/own-values.ts';
import { resolveKey, type PostType } from '../post-types/post-type.ts';
import { keepingOf } from '../reading/stored-value.ts';

type ValuesCall = Call<InputOf<typeof recordsMultiSelectValues>>;

/** How many values are offered. */
const mostOffered = 20;

/** The values that records which the caller may list hold in a field; of a private field his own. */
export const multiSelectValues = defineHandler(
  recordsMultiSelectValues,
  async (call: ValuesCall, deps: RecordsDeps) => {
    const postType = deps.postTypes.get(call.input.post_type);
    const { field: key, s = '' } = call.input;
    if (!can(call.actor, `access_${postType.key}`)) throw notAllowed(key);
    const field = postType.fields.get(resolveKey(postType, key));
    if (!field?.type.offersValues) return [];
    const text = foldText(s);
    const isWanted = (value: string) => value !== '' && foldText(value).includes(text);
    if (keepingOf(field) === 'private')
      return (await ownValues(call, deps, field)).filter(isWanted).slice(0, mostOffered);
    return inTime(call, (maxTimeMS) => listedValues(call, deps, { postType, field, isWanted, maxTimeMS }));
  },
);

interface WantedValues {
  readonly postType: PostType;
  readonly field: Field;
  readonly maxTimeMS: number;
  isWanted(value: string): boolean;
}

async function listedValues(
  call: ValuesCall,
  deps: RecordsDeps,
  wanted: WantedValues,
): Promise<readonly string[]> {
  const values: string[] = [];
  for await (const value of await findValues(call, deps, wanted)) {
    if (wanted.isWanted(value)) values.push(value);
    if (values.length === mostOffered) break;
  }
  return values;
}

/** Who sees only what is shared with him sees few records, which are looked at; the others' values come from the index. */
async function findValues(
  call: ValuesCall,
  deps: RecordsDeps,
  wanted: WantedValues,
): Promise<AsyncIterable<string>> {
  const { postType, field, maxTimeMS } = wanted;
  const asked = await deps.hooks.filter('svc_search_viewable_posts_query', call, {}, postType.key);
  const { grants, found } = await seenList(call, deps, postType, parseListQuery(asked, postType));
  const isFew = grants.every(({ kind }) => kind === 'shared');
  if (!isFew) {
    const filter = { $and: [{ postType: postType.key }, grantFilter(grants), found.condition] };
    return indexedValues(deps, field, { ...wanted, filter });
  }
  const { filter, hint } = await planOf(call, deps, {
    postType: postType.key,
    grants,
    found,
    query: wholeList,
  });
  return heldValues(deps, field, { filter, maxTimeMS, ...(hint ? { hint } : {}) });
}

function notAllowed(key: string): ServiceError {
  return new ServiceError('get_multi_select_options', say`You do not have access to: ${shown(key)}`);
}
