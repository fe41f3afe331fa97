import type { Certificate, Identity, InstanceStatus, OutputOf, searchStatus } from '@svc/contracts';

/** A process of a service, with the difference of its clock to that of this machine: positive when it is ahead, in milliseconds. */
export type Instance = InstanceStatus & { readonly clock_ms: number };

/** An answer in the name of a service that cannot be believed or read. */
export interface BadAnswer {
  readonly service: string;
  readonly reason: string;
}

/** A stream, with how much it may hold. */
export interface StreamFacts {
  readonly name: string;
  readonly messages: number;
  readonly bytes: number;
  readonly max_bytes?: number;
}

/** A place in a stream. */
export interface ConsumerFacts {
  readonly stream: string;
  readonly name: string;
  /** Messages that were not delivered yet. */
  readonly pending: number;
  readonly unacknowledged: number;
  readonly redelivered: number;
  /** Seconds since a message was delivered, or since the consumer was made. */
  readonly idle: number;
}

/** What JetStream says. */
export interface JetStreamFacts {
  /** By how much its clock is ahead of this machine's, in milliseconds. */
  readonly clock_ms?: number;
  readonly storage: { readonly used: number; readonly max?: number };
  readonly streams: readonly StreamFacts[];
  readonly consumers: readonly ConsumerFacts[];
}

/** The NATS server that the tool is connected to. */
export interface BusFacts {
  readonly version: string;
  /** A text says why it does not answer. */
  readonly jetstream: JetStreamFacts | string;
}

/** A file system that data is on, in bytes. */
export interface DiskFacts {
  readonly path: string;
  readonly used: number;
  readonly total: number;
}

/** When a generation of keys begins, in Unix milliseconds. */
export interface KeyFacts {
  readonly id: string;
  readonly notBefore: number;
}

/** All that was found out of a deployment. What could not be asked is absent. */
export interface Facts {
  /** Unix milliseconds. */
  readonly at: number;
  readonly instances: readonly Instance[];
  readonly badAnswers: readonly BadAnswer[];
  readonly bus: BusFacts;
  readonly index?: OutputOf<typeof searchStatus>;
  readonly certificates: readonly Certificate[];
  readonly folder?: DiskFacts;
  /** By identity, newest first. */
  readonly keys: Readonly<Partial<Record<Identity, readonly KeyFacts[]>>>;
}

/** Something to know or to do. */
export interface Finding {
  readonly code: string;
  readonly severity: Severity;
  /** What it is about: a service, a server, a consumer. */
  readonly part: string;
  readonly what: string;
  readonly todo: string;
}

/** `problem`: something does not work or is about to; `warning`: it works, and somebody should look; `note`: good to know. */
export type Severity = 'problem' | 'warning' | 'note';

/** One kind of finding: which facts are one, and what to do then. */
export interface Rule {
  readonly severity: Severity;
  readonly find: (facts: Facts) => readonly Omit<Finding, 'code' | 'severity' | 'todo'>[];
  readonly todo: string;
}
