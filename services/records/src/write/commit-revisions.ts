import { type Actor, type AddedComment, addComments } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { CommandDraft, Commit, EventDraft, Write } from '@svc/service-kit/store';
import type { RevisionPorts } from '../revision/revision-ports.ts';
import { withDerived } from '../derived/derive.ts';
import {
  followEvents,
  notifiedOf,
  recordAudience,
  recordEvent,
  type Notified,
} from '../revision/record-event.ts';
import { shareEvents, shareWrites } from '../revision/record-shares.ts';
import { activityOf } from '../revision/activity-of-changes.ts';
import { insertActivity, reviseRecord } from '../revision/record-writes.ts';
import type { RecordDocument } from '../model/record.ts';
import type { Revision } from '../revision/revision.ts';
import type { ExtraComment, WritePolicy } from './write-request.ts';

/** The writes and events of revisions: records, shares, history rows and derived values, together with the given writes. */
export async function commitRevisions(
  call: Pick<Call, 'actor' | 'deadline'>,
  deps: RevisionPorts,
  part: {
    readonly revisions: readonly Revision[];
    readonly writes: readonly Write[];
    /** The author of the history rows. Default: the caller. */
    readonly author?: Actor;
    /** Default: a request. */
    readonly source?: WritePolicy['source'];
  },
): Promise<Required<Pick<Commit<unknown>, 'writes' | 'events'>>> {
  const changed = part.revisions.map((revision) => ({
    ...revision,
    record: changedBy(call.actor, revision),
  }));
  const derived = await withDerived(call, deps, changed);
  const { author = call.actor, source } = part;
  const isImport = source === 'import';
  const withRows = derived.revisions.map((revision) =>
    isImport ? { rows: [], revision } : withHistory(deps, revision, author),
  );
  const revisions = withRows.map(({ revision }) => revision);
  const rows = withRows.flatMap((each) => each.rows);
  return {
    writes: [
      ...revisions.map((revision) => reviseRecord(deps, revision)),
      ...(await shareWrites(deps, revisions)),
      ...part.writes,
      ...derived.writes,
      ...(await insertActivity(deps, rows)),
    ],
    events: isImport
      ? revisions.flatMap(importEvents)
      : [
          ...revisions.map((revision) => changeEvent(revision, notifiedOf(revision.record, deps))),
          ...revisions.flatMap((revision) => [...shareEvents(revision), ...followEvents(revision)]),
        ],
  };
}

/** The record of a revision, with the site link that alone has written it. Changes by the service itself leave it. */
function changedBy({ kind, siteLinkId }: Actor, { read, record }: Revision): RecordDocument {
  if (!read) return siteLinkId === undefined ? record : { ...record, onlyByLink: siteLinkId };
  const { onlyByLink } = record;
  const stays = onlyByLink === undefined || kind === 'system' || onlyByLink === siteLinkId;
  return stays ? record : { ...record, onlyByLink: undefined };
}

/** The history rows of a revision, and the revision with its new number of rows. */
function withHistory(deps: Pick<RevisionPorts, 'postTypes'>, revision: Revision, author: Actor) {
  const { record } = revision;
  const rows = activityOf(revision, author, deps.postTypes.withAllModules(record.postType));
  const listedRowCount = record.listedRowCount + rows.filter(({ listed }) => listed).length;
  return { rows, revision: { ...revision, record: { ...record, listedRowCount } } };
}

function changeEvent(revision: Revision, notified?: Notified): EventDraft {
  return recordEvent(revision.read ? 'updated' : 'created', revision, notified);
}

function importEvents(revision: Revision): EventDraft[] {
  const written = { fields: [], silent: true };
  return [changeEvent({ ...revision, written }), ...shareEvents(revision)];
}

interface CommentedWrite {
  /** The record after the write. */
  readonly record: RecordDocument;
  readonly actor: Actor;
  readonly at: Date;
  /** Whether its comments notify nobody. */
  readonly silent: boolean;
}

/** The command that adds the comments of a write; none if there are no comments. */
export function commentsOfWrite(
  write: CommentedWrite,
  extras: readonly ExtraComment[],
  deps: Pick<RevisionPorts, 'postTypes'>,
): CommandDraft[] {
  if (extras.length === 0) return [];
  const { kind, userId, displayName, email } = write.actor;
  const comments = extras.map(({ text, isNote, secondsEarlier = 0 }): AddedComment => ({
    text,
    author: { kind, user_id: userId, display_name: displayName, email },
    date: Math.floor(write.at.getTime() / 1000) - secondsEarlier,
    silent: write.silent || isNote,
  }));
  return [addCommentsTo(write.record, comments, deps)];
}

/** The command that adds comments to a record. It contains the record's name and audience, for the notifications about the comments. */
export function addCommentsTo(
  record: RecordDocument,
  comments: readonly AddedComment[],
  deps: Pick<RevisionPorts, 'postTypes'>,
): CommandDraft {
  const audience = recordAudience(record, deps);
  const input = {
    post_type: record.postType,
    record_id: record._id,
    comments: [...comments],
    record_name: record.name,
    ...(audience && { audience }),
  };
  return { command: addComments, input };
}
