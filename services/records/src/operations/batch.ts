import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import {
  type BatchResult,
  can,
  type InputOf,
  type OutputOf,
  type recordsCreate,
  recordsBatch,
  serviceOf,
} from '@svc/contracts';
import { answerableError, type Call, Deadline, defineHandler, sideBySide } from '@svc/service-kit';
import { type CreateCall, createOne } from './create.ts';
import { updateOne } from './update.ts';
import type { WritePorts } from '../write/write-request.ts';

type BatchCall = Call<InputOf<typeof recordsBatch>>;
type Item = BatchCall['input']['items'][number];

/** Items in progress at once: enough to collect one transaction while another one is written. */
const maxConcurrent = 100;

/** Milliseconds before the deadline that are left for the answer: items that have not begun by then are refused and can be sent again. */
const answerMs = 1_000;

/**
 * Creates and updates many records, each in the steps of a single write (ADR 17). Several are committed in one transaction, and each
 * question to the users service is asked only once.
 */
export const batch = defineHandler(recordsBatch, async (call, deps: WritePorts) => {
  // An unknown type fails the request and not each item.
  deps.postTypes.get(call.input.post_type);
  const deadline = new Deadline(call.deadline.at - answerMs);
  const shared: BatchCall = { ...call, deadline, ask: askUsersOnce(call) };
  const kept = await keptAnswers(call, deps);
  // Ids follow the order of the request, whatever the order of writes; callers who may not create records use up none.
  const mayCreate = can(call.actor, `create_${call.input.post_type}`);
  const created = call.input.items.filter(({ ID }) => ID === undefined);
  const ids = mayCreate ? await deps.recordIds.nextIds(created.length) : [];
  const newIds = call.input.items.map(({ ID }) => (ID === undefined ? ids.shift() : undefined));
  const results = await inTurns(call.input, (item, index): Promise<BatchResult> => {
    const answer = kept[index];
    const written = async () =>
      answer === undefined ? writeItem({ ...shared, newId: newIds[index] }, deps, item, index) : answer;
    return written().then(
      ({ ID }) => ({ index, status: 200, ID }),
      (failure: unknown) => {
        const error = answerableError(failure, { operation: recordsBatch, log: call.log });
        return { index, status: error.status, error: error.toBody(deps.translate) };
      },
    );
  });
  return { results };
});

function writeItem(
  { claim, ...call }: BatchCall & Pick<CreateCall, 'newId'>,
  deps: WritePorts,
  { ID: id, fields }: Item,
  index: number,
): Promise<{ ID: number }> {
  const { items: _items, ...options } = call.input;
  const one = { ...call, claim: claim && claimOf(claim, index), noteVersion: undefined };
  if (id === undefined) return createOne({ ...one, input: { ...options, fields } }, deps);
  return updateOne({ ...one, input: { ...options, id, fields } }, deps);
}

/** The claim of one item: a repeated batch writes the missing items and returns the stored answers of the others. */
function claimOf(claim: NonNullable<Call['claim']>, index: number) {
  return { ...claim, id: `${claim.id}/${index}` };
}

/** The stored answers of items, if the same batch was sent before. */
async function keptAnswers(
  { claim, input }: BatchCall,
  deps: WritePorts,
): Promise<(OutputOf<typeof recordsCreate> | undefined)[]> {
  if (!claim) return [];
  const kept = await deps.store.idempotency.findAll(input.items.map((_item, index) => claimOf(claim, index)));
  return kept.map((each) => each && (JSON.parse(each.answer) as OutputOf<typeof recordsCreate>));
}

/**
 * Processes all items: several at once, but items of one record one after the other. Each begins in its own turn of the event loop, so that
 * other requests are answered in between.
 */
function inTurns<Result>(
  { items, check_for_duplicates: checked = [] }: BatchCall['input'],
  write: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const last = new Map<unknown, Promise<Result>>();
  let turn = Promise.resolve();
  return sideBySide(items.entries(), maxConcurrent, ([index, item]) => {
    const key = checked.length > 0 ? 'all' : (item.ID ?? index);
    const before = last.get(key);
    turn = turn.then(() => eventLoopTurn());
    const done = Promise.all([turn, before]).then(() => write(item, index));
    last.set(key, done);
    return done;
  });
}

/** Shares each answer of the users service among all items: who is named, and what they may do. */
function askUsersOnce({ ask }: Call): Call['ask'] {
  const asked = new Map<string, Promise<unknown>>();
  return (operation, input, sooner) => {
    if (operation.kind !== 'read' || serviceOf(operation) !== 'users') return ask(operation, input, sooner);
    const question = `${operation.name} ${JSON.stringify(input)}`;
    const answer = asked.get(question) ?? ask(operation, input, sooner);
    asked.set(question, answer);
    return answer as ReturnType<typeof ask<typeof input, never>>;
  };
}
