import { can, recordsMultiSelectValues, msg, ServiceError } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { ListDeps } from '../../lists/plan/list-deps.ts';
import { foldText } from '../../model/fold-text.ts';
import { shown } from '../../model/field-type/problem.ts';
import { inTurn } from '../../lists/find-page.ts';
import { firstVisibleValues, ownValues, visibleRecords } from '../../lists/field-values/visible-values.ts';
import { resolveKey } from '../../model/post-type.ts';
import { storageOf, isTopLevel } from '../../model/stored-value.ts';

const maxOffered = 20;

/** The values of a field in the records that the caller may list; for a private field the caller's own values. */
export const multiSelectValues = defineHandler(recordsMultiSelectValues, async (call, deps: ListDeps) => {
  const postType = deps.postTypes.get(call.input.post_type);
  const { field: key, s = '' } = call.input;
  if (!can(call.actor, `access_${postType.key}`))
    throw new ServiceError('get_multi_select_options', msg`You do not have access to: ${shown(key)}`);
  const field = postType.fields.get(resolveKey(postType, key));
  if (!field?.type.query?.offersValues || isTopLevel(field.key)) return [];
  const text = foldText(s);
  const isWanted = (value: string) => value !== '' && foldText(value).includes(text);
  if (storageOf(field) === 'private')
    return (await ownValues(call, deps, field)).filter(isWanted).slice(0, maxOffered);
  return inTurn(call, deps, async (maxTimeMS) => {
    const seen = await visibleRecords(call, deps, postType);
    return firstVisibleValues(call, deps, { postType, field, seen, isWanted, maxTimeMS, most: maxOffered });
  });
});
