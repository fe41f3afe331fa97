/** A state in which the service works, while something is missing, behind, paused or failed. */
interface DegradedStateRow {
  /** `problem`: something fails or soon will; `degraded`: it works, and an operator has to act. */
  readonly severity: 'problem' | 'degraded';
  readonly meaning: string;
  readonly remedy: string;
  /** How long the state may last before its alert fires, as Prometheus writes it. */
  readonly alertAfter: string;
}

/**
 * Every such state. `/readyz`, `status`, `doctor`, the metric `svc_degraded` and its alerts use these names and remedies
 * (docs/operations/degraded.md).
 */
export const degradedStates = {
  search_key_rights: {
    severity: 'problem',
    meaning:
      'the key of Meilisearch lacks rights that search needs, so the index is not built or not checked',
    remedy: 'Give MEILI_KEY the rights of docs/reference/service-settings.md, and restart search.',
    alertAfter: '5m',
  },
  search_index_missing: {
    severity: 'problem',
    meaning:
      'the search index does not have all records and comments yet; searches find names and channels only',
    remedy:
      'Wait while `npm run admin -- search status` shows progress; otherwise fix the cause that the log of search names, and run `npm run admin -- search reindex`.',
    alertAfter: '30m',
  },
  index_rebuild_failed: {
    severity: 'problem',
    meaning: 'the last rebuild of the search index failed; searches still use the previous index',
    remedy: 'Fix the cause and run `npm run admin -- search reindex`.',
    alertAfter: '5m',
  },
  index_jobs_set_aside: {
    severity: 'degraded',
    meaning: 'changes failed at every attempt; records and comments have them, the search does not',
    remedy:
      'Run `npm run admin -- search check --all`, which repairs the index; the log of search has the reasons.',
    alertAfter: '5m',
  },
  search_disk_full: {
    severity: 'problem',
    meaning: 'Meilisearch has no space left on its disk, so that changes are missing from the search',
    remedy:
      'Give the disk of Meilisearch more space; `npm run admin -- search check --all` then repairs the index.',
    alertAfter: '1m',
  },
  outbox_stuck: {
    severity: 'problem',
    meaning: 'committed events or commands are not published after 30 seconds',
    remedy:
      'Check NATS first (JetStream must answer and have disk space), then the log of the service. Nothing is lost: the service publishes them once JetStream accepts them.',
    alertAfter: '2m',
  },
  consumer_behind: {
    severity: 'degraded',
    meaning: '1,000 messages or more wait for a consumer',
    remedy: 'Check again after some minutes. If the number grows, start more instances of the service.',
    alertAfter: '10m',
  },
  dead_letters: {
    severity: 'degraded',
    meaning: 'messages have failed at their last delivery',
    remedy:
      'Within thirty days, find the reasons with `npm run admin -- dead-letter list`, remove the cause, and run `npm run admin -- dead-letter replay SERVICE --all`.',
    alertAfter: '1m',
  },
  work_late: {
    severity: 'problem',
    meaning:
      'a mail, a push or another piece of durable work should have been done ten minutes ago; for a change of the search index, five',
    remedy:
      'The reason names the job, and why its last attempt failed: check the server that it needs, such as that of SMTP_URL, PUSH_WEBHOOK_URL or Meilisearch. `npm run admin -- status` lists all jobs, and `npm run admin -- mail list --state waiting` the mails. The service keeps trying.',
    alertAfter: '5m',
  },
  backup_old: {
    severity: 'problem',
    meaning: 'no backup was completed within BACKUP_MAX_AGE_HOURS',
    remedy: 'Find out why the backup failed, and make one with `npm run admin -- backup FILE`.',
    alertAfter: '5m',
  },
  backup_drill_failed: {
    severity: 'problem',
    meaning:
      'the last restore drill failed, or none succeeded within BACKUP_DRILL_MAX_AGE_DAYS; the backups may be useless',
    remedy:
      'Fix the cause that the reason names, and run `npm run admin -- backup drill PLACE` again; if the backup is damaged, make a new one at once.',
    alertAfter: '5m',
  },
  certificate_ended: {
    severity: 'problem',
    meaning:
      'the certificate of PUBLIC_URL, NATS, MongoDB or Meilisearch, or that of NATS_CERT_FILE, has ended',
    remedy: 'Renew it: clients reject it, and interrupted connections cannot be restored.',
    alertAfter: '1m',
  },
  certificate_ends: {
    severity: 'degraded',
    meaning: 'one of these certificates ends within 21 days',
    remedy: 'Renew it before it ends, or find out why automatic renewal failed.',
    alertAfter: '1h',
  },
  key_old: {
    severity: 'degraded',
    meaning:
      "the keys of the services or of logins are older than a year; the age of a deployment's first keys is unknown",
    remedy:
      'Replace them with `npm run admin -- keys rotate-bus` or `npm run admin -- keys rotate`, as the reason says. Keys do not expire: replace them regularly, and when a person with access to them leaves.',
    alertAfter: '1d',
  },
  disk_full: {
    severity: 'problem',
    meaning:
      "95 % are used of the disk of MongoDB, of the disk of `npm start`'s data folder, or of what JetStream may store",
    remedy:
      'Free space or add a larger disk now: when the disk is full, MongoDB stops and JetStream rejects messages.',
    alertAfter: '1m',
  },
  disk_filling: {
    severity: 'degraded',
    meaning: '80 % of one of these are used',
    remedy: 'Plan for a larger disk.',
    alertAfter: '1h',
  },
  extension_failing: {
    severity: 'degraded',
    meaning:
      'an extension failed or exceeded its time limit within the last day ([failures of extensions](../guides/extension-failures.md))',
    remedy:
      'The log of the service has each failure with its stack, under the name of the extension: send it to its author, or remove the extension from EXTENSIONS.',
    alertAfter: '5m',
  },
  clock_wrong: {
    severity: 'problem',
    meaning:
      "the clock of a host that runs services differs from this machine's by 3 seconds, or that of MongoDB or NATS by 30. Where all of them agree, that of this machine is wrong",
    remedy:
      'Set the clocks of that machine and of this one with NTP. Services reject requests as late or untrusted, and times in the history are wrong.',
    alertAfter: '5m',
  },
  versions_differ: {
    severity: 'degraded',
    meaning: 'instances run programs of different versions',
    remedy: 'Finish the update: replace the older instances. During an update this is expected.',
    alertAfter: '2h',
  },
} as const satisfies Record<string, DegradedStateRow>;

/** The name of a state of `degradedStates`. */
export type DegradedState = keyof typeof degradedStates;
