import { msg, recordsGenerations, type Generation, type InputOf } from '@svc/contracts';
import { defineHandler, invalidParam, type Call } from '@svc/service-kit';
import { accessTo } from '../../access/record-access.ts';
import { loadTree, type Tree } from '../../connections/load-tree.ts';
import { listedType } from '../../lists/asked-list.ts';
import { statusOf } from '../../read/read-context.ts';
import type { ListDeps } from '../../lists/plan/list-deps.ts';
import type { End } from '../../model/edge.ts';
import type { PostType } from '../../model/post-type.ts';
import { findGranted, type CompactRecord } from '../../pickers/compact-records.ts';
import { readLean } from '../../store/read-with-deadline.ts';

type GenerationsCall = Call<InputOf<typeof recordsGenerations>>;

/** Maximum number of records of a tree. */
const maxRecords = 1_000;

/** The tree of generations below a record (docs/guides/picking.md#generations). */
export const generations = defineHandler(recordsGenerations, async (call, deps: ListDeps) => {
  const postType = listedType(call.actor, deps.postTypes, call.input.post_type);
  const end = endOfParents(call, postType);
  const root = await rootOf(call, deps, postType);
  const { gen_depth_limit: maxDepth } = call.input;
  const tree = root && (await loadTree(call, deps, { root, end, maxDepth, maxRecords }));
  if (!tree) return { genmap: {}, data_layers: [] };
  const access = accessTo(call, deps, postType, 'view');
  const visible = await findGranted(call, deps, postType, { ids: tree.ids, access });
  if (!visible.has(root)) return { genmap: {}, data_layers: [] };
  return { genmap: show({ call, deps, postType, tree, visible }, root), data_layers: [] };
});

/** The end at which parents are, for a connection between records of the type. */
function endOfParents({ input }: GenerationsCall, postType: PostType): End {
  const { p2p_type: key, p2p_direction: direction } = input;
  const keys = [...postType.fields.values()].flatMap(({ definition }) =>
    definition.post_type === postType.key ? (definition.p2p_key ?? []) : [],
  );
  if (!keys.includes(key))
    throw invalidParam({ p2p_type: msg`must be one of ${[...new Set(keys)].join(', ')}` });
  return { key, side: direction === 'from' ? 'from' : 'to' };
}

/** The named record, otherwise the contact of the caller. */
async function rootOf(
  call: GenerationsCall,
  { records }: ListDeps,
  { key: postType, userField }: PostType,
): Promise<number | undefined> {
  const { focus_id: focus } = call.input;
  if (focus !== undefined && focus > 0) return focus;
  const { userId } = call.actor;
  if (userField === undefined || userId === 0) return undefined;
  const own = { postType, [`fields.${userField}`]: userId };
  const [contact] = await readLean<{ _id: number }[]>(call, records.find(own, { _id: 1 }).limit(1));
  return contact?._id;
}

interface Showing {
  readonly call: GenerationsCall;
  readonly deps: ListDeps;
  readonly postType: PostType;
  readonly tree: Tree;
  readonly visible: ReadonlyMap<number, CompactRecord>;
}

/** A record of the tree with those of its children that lead to a visible record. */
function show(showing: Showing, id: number, above: readonly number[] = []): Generation {
  const { call, deps, postType, tree, visible } = showing;
  const path = [...above, id];
  const children = (tree.children.get(id) ?? []).map((child) =>
    path.includes(child) ? child : show(showing, child, path),
  );
  const record = visible.get(id);
  const archived = postType.statusField?.archived_key;
  const isShown = (child: Generation) =>
    child.children.length > 0 ||
    (child.shared === 1 && (call.input.show_archived === true || child.status !== archived));
  return {
    // Neither the id nor the name of a record that the caller may not view.
    id: record ? id : 0,
    name: record?.name ?? '',
    status: record ? (statusOf(record, deps)?.key ?? '') : '',
    shared: record ? 1 : 0,
    content: `Gen ${above.length}`,
    children: children.filter((child) => typeof child !== 'number' && isShown(child)) as Generation[],
    has_infinite_loop: children.some((child) => typeof child === 'number'),
  };
}
