import type { DatabaseStatus } from '@svc/contracts';
import { fillingShare, fullShare, isLoopback, outboxSeconds } from '@svc/service-kit';
import type { Facts } from './collect-facts.ts';
import { stateRule, type Rule } from './rule.ts';
import { inSize } from './in-words.ts';
import { jetStreamOf } from './bus-rules.ts';

const majoritySeconds = 10;

export const dataRules = {
  database_unknown: {
    severity: 'warning',
    find: ({ instances }) =>
      instances
        .filter(
          ({ service, parts, database }) => service !== 'gateway' && parts['database'] === 'ok' && !database,
        )
        .map(({ service: part }) => ({
          part,
          what: `${part} could not measure its database within 1.5 seconds`,
        })),
    todo: 'Check the load of MongoDB and the log of the service.',
  },
  majority_behind: {
    severity: 'problem',
    find: (facts) =>
      databasesOf(facts)
        .filter(({ database }) => database.majority_lag > majoritySeconds)
        .slice(0, 1)
        .map(({ database }) => ({
          part: 'MongoDB',
          what: `a majority of the replica set is ${Math.round(database.majority_lag)} s behind: writes wait for it`,
        })),
    todo: 'Restore failed members of the replica set, or give slow members faster disks.',
  },
  database_newer: {
    severity: 'warning',
    find: (facts) =>
      databasesOf(facts)
        .filter(({ database: { schema } }) => schema.stored > schema.known)
        .map(({ part, database: { name, schema } }) => ({
          part,
          what: `${name} has schema version ${schema.stored}, and ${part} runs a program for version ${schema.known}`,
        })),
    todo: 'Update the service: a newer program has migrated its data.',
  },
  migration_unfinished: {
    severity: 'warning',
    find: (facts) =>
      databasesOf(facts)
        .filter(({ database: { schema } }) => schema.is_migrating || schema.stored < schema.known)
        .map(({ part, database: { name, schema } }) => ({
          part,
          what: `the migration of ${name} from schema version ${schema.stored} is unfinished`,
        })),
    todo: 'Wait; `/readyz` of the service shows the progress. If no instance continues the migration, start one.',
  },
  index_missing: {
    severity: 'warning',
    find: (facts) =>
      databasesOf(facts)
        .filter(({ database: { schema } }) => !schema.is_migrating)
        .flatMap(({ part, database: { name, missing_indexes: missing = [] } }) =>
          missing.map((index) => ({ part, what: `${name} lacks an index that ${part} needs: ${index}` })),
        ),
    todo: 'Restart one instance of the service: it builds the missing indexes while the other instances work. If it does not start because an index has other options, drop the index that its error names and start it again. Without these indexes, requests become slow.',
  },
  outbox_stuck: stateRule('outbox_stuck', (facts) =>
    databasesOf(facts)
      .filter(({ database: { outbox } }) => (outbox.oldest ?? 0) > outboxSeconds)
      .map(({ part, database: { outbox } }) => ({
        part,
        what: `${outbox.waiting} events and commands of ${part} wait to be published, the oldest for ${Math.round(outbox.oldest ?? 0)} s`,
      })),
  ),
  outbox_refused: {
    severity: 'problem',
    find: (facts) =>
      databasesOf(facts)
        .filter(({ database }) => database.outbox.refused > 0)
        .map(({ part, database: { name, outbox } }) => ({
          part,
          what: `JetStream permanently rejects ${outbox.refused} items of the outbox of ${part} (collection outbox of ${name})`,
        })),
    todo: 'The `refusal` of each item has the reason. Raise the limit that it names and remove the `refusal`, or delete the item.',
  },
  index_rebuild_failed: stateRule('index_rebuild_failed', ({ index }) =>
    index?.rebuild?.state === 'failed'
      ? ofSearch(`the last rebuild of the search index failed: ${index.rebuild.failure}`)
      : [],
  ),
  index_jobs_set_aside: stateRule('index_jobs_set_aside', ({ index }) =>
    index && index.lag.set_aside > 0
      ? ofSearch(`${index.lag.set_aside} changes could not be written to the search index`)
      : [],
  ),
  index_check_failed: {
    severity: 'warning',
    find: ({ index }) =>
      index?.check?.failure === undefined
        ? []
        : ofSearch(`the last check of the search index failed: ${index.check.failure}`),
    todo: 'Fix the cause and run `npm run admin -- search check`.',
  },
  disk_full: stateRule('disk_full', (facts) => disksOf(facts).filter(({ share }) => share >= fullShare)),
  disk_filling: stateRule('disk_filling', (facts) =>
    disksOf(facts).filter(({ share }) => share >= fillingShare && share < fullShare),
  ),
} satisfies Record<string, Rule>;

export function databasesOf({ instances }: Facts): { part: string; database: DatabaseStatus }[] {
  const reported = instances.flatMap(({ service, database }) =>
    database ? [[service, database] as const] : [],
  );
  return [...new Map(reported)].map(([part, database]) => ({ part, database }));
}

export function isLocal({ hosts }: DatabaseStatus): boolean {
  return hosts.every((host) => isLoopback(host.replace(/:\d+$/, '')));
}

const ofSearch = (what: string) => [{ part: 'search', what }];

function disksOf(facts: Facts) {
  const [first] = databasesOf(facts);
  const { folder } = facts;
  const storage = jetStreamOf(facts)?.storage;
  const all = [
    first?.database.disk && { part: 'MongoDB', where: 'the disk of MongoDB', ...first.database.disk },
    folder && { part: 'data folder', where: `the disk of ${folder.path}`, ...folder },
    storage?.max !== undefined && {
      part: 'NATS',
      where: 'the storage of JetStream',
      used: storage.used,
      total: storage.max,
    },
  ];
  return all
    .filter((disk) => disk !== undefined && disk !== false)
    .map(({ part, where, used, total }) => ({
      part,
      what: `${where} is ${Math.floor((100 * used) / total)} % full: ${inSize(total - used)} of ${inSize(total)} are free`,
      share: used / total,
    }));
}
