import type { Mutant } from './mutant.ts';

const store = 'libs/service-kit/src/store';
const bus = 'libs/service-kit/src/bus';

/** Mutants of durable and idempotent writes, of published events, and of trust between services. */
export const storeMutants: readonly Mutant[] = [
  {
    file: `${store}/run-transaction.ts`,
    from: 'if (writes.some((write, index) => write.mustMatch && !hasMatched(result, index)))',
    to: 'if (writes.length === 0)',
    rule: 'of two who change the same thing at once neither is lost',
    killedBy: [`${store}/store\\.`],
  },
  {
    file: `${store}/store.ts`,
    from: '[...(claim ? [this.#keep(claim, commit)] : []), ...commit.writes]',
    to: '[...commit.writes]',
    rule: 'a request that is repeated under its key happens once',
    killedBy: [`${store}/idempotency`],
  },
  {
    file: `${store}/store.ts`,
    from: 'if (call.claim) await this.idempotency.improve(call.claim, JSON.stringify(answer));',
    to: 'if (call.claim) JSON.stringify(answer);',
    rule: 'a repeat is answered as the first request was',
    killedBy: [`${store}/store\\.`],
  },
  {
    file: `${store}/idempotency.ts`,
    from: 'if (!answered || answered.requestHash === requestHash) return answered && this.#open(answered);',
    to: 'if (!answered || answered.requestHash) return answered && this.#open(answered);',
    rule: 'a key that was used for another request is refused',
    killedBy: [`${store}/idempotency`],
  },
  {
    file: `${store}/idempotency.ts`,
    from: 'id: `${nameOf(request.actor)}/${request.operation.name}/${request.key}`,',
    to: 'id: `${request.operation.name}/${request.key}`,',
    rule: 'a caller is not answered with what another one got under the same key',
    killedBy: [`${store}/idempotency`],
  },
  {
    file: `${store}/id-sequence.ts`,
    from: 'this.#next = sequence.next - size + 1;',
    to: 'this.#next = sequence.next - size;',
    rule: 'an id is given out once',
    killedBy: [`${store}/connect-store`],
  },
  {
    file: `${store}/outbox-relay.ts`,
    from: 'const done = entries.filter((entry) => itemsOf(entry).every((item) => !failed.has(item)));',
    to: 'const done = entries;',
    rule: 'an event that could not be published is not lost',
    killedBy: [`${store}/outbox-relay`],
  },
  {
    file: `${store}/outbox-relay.ts`,
    from: '.sort({ createdAt: 1, position: 1 })',
    to: '.sort({ createdAt: -1, position: 1 })',
    rule: 'events are told in the order in which they happened',
    killedBy: [`${store}/outbox-relay`],
  },
  {
    file: `${bus}/request-mac.ts`,
    from: 'return seen.size === seen.add(mac).size;',
    to: 'return seen.add(mac).size === 0;',
    rule: 'a request that was overheard is good for nothing',
    killedBy: [`${bus}/operation-server`],
  },
  {
    file: 'services/records/src/cache/change-log.ts',
    from: 'return changed !== undefined && changed.created.length + changed.others.length === 0;',
    to: 'return changed !== undefined && changed.others.length === 0;',
    rule: 'nothing that is remembered of lists outlives a new or deleted record',
    killedBy: ['services/records/src/cache/change-log'],
  },
];
