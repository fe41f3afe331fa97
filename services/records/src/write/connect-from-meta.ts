import { type Fields, say, saying, type Saying } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import { pickAccess } from '../access/pick-access.ts';
import { findNamedRecords } from '../connections/find-named-records.ts';
import { endName, endOf, oppositeEnd } from '../model/side.ts';
import type { ReadDeps } from '../read/read-deps.ts';
import { targetType } from '../fields/connection/connection.ts';
import { shown, type Field } from '../model/field.ts';
import { valuesOf } from '../fields/shared/values-write.ts';
import type { PostType } from '../model/post-type.ts';
import { readInTime } from '../store/read-in-time.ts';
import type { NamedProblem, WriteCode } from '../revision/refusal.ts';
import { takeExtras, type AdditionalMeta } from './take-extras.ts';

type MetaCall = Pick<Call, 'actor' | 'ask' | 'deadline'>;
type Deps = Pick<ReadDeps, 'records' | 'postTypes' | 'hooks'>;
type Connection = { readonly field: string; readonly id: number };
type Refused = { readonly problem: NamedProblem };

/** A write's fields as the hooks are to see them, and what is wrong with where it comes from. */
export interface ConnectedFields {
  readonly fields: Fields;
  readonly problems: readonly NamedProblem[];
}

/**
 * A write's fields with what its `additional_meta` connects: the new record gets the connection in the counterpart of the
 * field that is named, a field of the record it was created from (facts of additional_meta). Before the hooks, so that
 * the rules treat it like any other connection. Callers who may not pick that record are told what they would be told if it
 * were not there.
 */
export async function connectFromMeta(
  call: MetaCall,
  deps: Deps,
  { postType, code, fields }: { postType: PostType; code: WriteCode; fields: Fields },
): Promise<ConnectedFields> {
  const { meta } = takeExtras(fields, postType, code).extras;
  const connection = meta && (await connectionOf(call, deps, postType, meta));
  if (!connection) return { fields, problems: [] };
  if ('problem' in connection) return { fields, problems: [connection.problem] };
  return { fields: withConnection(fields, connection), problems: [] };
}

async function connectionOf(
  call: MetaCall,
  deps: Deps,
  postType: PostType,
  { createdFrom, addConnection }: AdditionalMeta,
): Promise<Connection | Refused | undefined> {
  const source = await typeOfPicked(call, deps, createdFrom);
  if (!source) return refused('created_from', 'is no record that you may view', createdFrom);
  if (addConnection === undefined) return undefined;
  const field = source.fields.get(addConnection);
  if (field?.type.keptIn !== 'edges')
    return refused('add_connection', say`is no connection of ${source.key}`, addConnection);
  const counterpart = counterpartOf(field, postType);
  if (counterpart) return { field: counterpart.key, id: createdFrom };
  return refused('add_connection', say`does not lead to ${postType.key}`, addConnection);
}

/** The field at the other end; with the direction `any` that is the field itself, or one like it on another type. */
function counterpartOf(field: Field, postType: PostType): Field | undefined {
  if (targetType(field) !== postType.key) return undefined;
  const wanted = endName(oppositeEnd(endOf(field)));
  return [...postType.fields.values()].find(
    (other) =>
      other.type.keptIn === 'edges' &&
      endName(endOf(other)) === wanted &&
      targetType(other) === field.postType,
  );
}

/** A write's fields with one more record in one of its connections. */
function withConnection(fields: Fields, { field, id }: Connection): Fields {
  const sent = fields[field];
  const write = valuesOf(sent);
  // What is no write of a connection is left for its field to refuse.
  if (sent !== undefined && !write) return fields;
  return { ...fields, [field]: { ...(sent as object), values: [...(write?.values ?? []), { value: id }] } };
}

async function typeOfPicked(call: MetaCall, deps: Deps, id: number): Promise<PostType | undefined> {
  const found = await readInTime(call.deadline, (maxTimeMS) =>
    deps.records.findOne({ _id: id }, { postType: 1 }).maxTimeMS(maxTimeMS).lean(),
  );
  const postType = found && deps.postTypes.find(found.postType);
  if (!postType) return undefined;
  const lookup = { ids: [id], titles: [], emails: [], connected: [], isAdded: false };
  const lookups = [{ ...lookup, postType: postType.key }];
  const access = () => pickAccess(call, deps, postType);
  const named = await findNamedRecords(call, deps, { lookups, users: [], access });
  return named.has(postType.key, id) ? postType : undefined;
}

function refused(key: string, reason: Saying, received: unknown): Refused {
  const message = say`additional_meta.${key} ${saying(reason)}, received ${shown(received)}`;
  return { problem: { field: 'additional_meta', message } };
}
