import { usersNoteAudit } from '@svc/contracts';
import {
  deadLetterHandlers,
  limitsOf,
  OperationServer,
  serveCommands,
  type RunningService,
  type ServiceContext,
  type ServiceDefinition,
} from '@svc/service-kit';
import { Collection, IdSequence, openStore } from '@svc/service-kit/store';
import { addCommentsHandler } from './commands/add.ts';
import { moveCommentsHandler } from './commands/move.ts';
import { purgeCommentsHandler } from './commands/purge.ts';
import { commentsSettings, type CommentsConfig } from './config.ts';
import * as handlers from './handlers.ts';
import { LaterRecordChanges } from './record-changes/apply-record-changes.ts';
import { RecordFates } from './record-changes/record-fates.ts';
import {
  commentIndexes,
  deletedCommentIndex,
  type DeletedComment,
  type StoredComment,
} from './store/comment-model.ts';

const commandHandlers = [addCommentsHandler, moveCommentsHandler, purgeCommentsHandler];

/** Ids reserved in the database at a time. */
const idBlock = 50;

export async function startComments(
  context: ServiceContext,
  config: CommentsConfig,
): Promise<RunningService> {
  const { log, metrics, keyring, bus } = context;
  const store = await openStore(context, config.MONGODB_URL, []);
  const { connection, idempotency } = store;
  const deps = {
    store,
    comments: new Collection<StoredComment>(store, 'comments', ...commentIndexes),
    deletedComments: new Collection<DeletedComment>(store, 'deleted_comments', deletedCommentIndex),
    recordFates: new RecordFates(connection),
    laterChanges: new LaterRecordChanges(),
    commentIds: new IdSequence(connection, 'comments', idBlock),
    metaIds: new IdSequence(connection, 'comment_meta', idBlock),
  };
  await store.prepare();
  const commands = await serveCommands({
    service: 'comments' as const,
    connection: bus,
    handlers: commandHandlers,
    keyring,
    deps,
    idempotency,
    log,
    metrics,
  });
  const server = new OperationServer({
    ...context,
    connection: bus,
    handlers: [
      ...Object.values(handlers),
      ...deadLetterHandlers({
        ...context,
        service: 'comments',
        consumers: () => [commands],
        note: async (call, action) => void (await call.ask(usersNoteAudit, action)),
      }),
    ],
    deps,
    idempotency,
    limits: limitsOf(config),
  });
  return {
    checks: [{ name: 'database', check: () => store.check() }],
    status: () => store.status(),
    async stop() {
      await Promise.all([server.drain(), commands.stop()]);
      await deps.laterChanges.drain();
      await store.close();
    },
  };
}

export const commentsService: ServiceDefinition<typeof commentsSettings> = {
  name: 'comments',
  settings: commentsSettings,
  start: startComments,
};
