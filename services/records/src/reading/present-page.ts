import type { Fields } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import { connectionTotals } from '../connections/connection-totals.ts';
import { shownOnPage } from '../connections/shown-on-page.ts';
import type { RecordsDeps } from '../deps.ts';
import type { Field } from '../fields/index.ts';
import type { PostType } from '../post-types/post-type.ts';
import type { ListedRecord } from '../store/record-document.ts';
import { loadStates } from './load-states.ts';
import { readFields } from './present-record.ts';
import { namesIn, readContext } from './read-context.ts';
import { withAliases } from './with-aliases.ts';

/** The items of a list page with these fields; each kind of name on it takes one question. */
export async function presentPage(
  call: Pick<Call, 'ask' | 'actor' | 'deadline'>,
  deps: RecordsDeps,
  page: { postType: PostType; records: readonly ListedRecord[]; shown: readonly Field[] },
): Promise<Fields[]> {
  const { postType, records, shown: fields } = page;
  const states = await loadStates(call, deps, { records, fields, most: shownOnPage(records, fields) });
  const context = await readContext(call, deps, namesIn(states, fields));
  const items = states.map((state) => ({
    ...readFields(state, fields, context),
    ...connectionTotals(state, fields),
    ID: state.record._id,
    post_title: state.record.name,
    name: state.record.name,
    post_type: state.record.postType,
    post_date: deps.site.dateShape(Math.floor(state.record.createdAt.getTime() / 1000)),
    permalink: deps.site.permalink(state.record.postType, state.record._id),
  }));
  return Promise.all(
    items.map((item) =>
      deps.hooks.filter('svc_adjust_post_custom_fields', call, withAliases(postType, item), postType.key),
    ),
  );
}
