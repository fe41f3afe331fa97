import type { Certificate, Identity, InstanceStatus, OutputOf, searchStatus } from '@svc/contracts';

/** A process of a service. `clock_ms`: milliseconds by which its clock is ahead of this machine's. */
export type Instance = InstanceStatus & { readonly clock_ms: number };

/** An answer in the name of a service whose signature or content is not valid. */
export interface BadAnswer {
  readonly service: string;
  readonly reason: string;
}

export interface ConsumerFacts {
  readonly stream: string;
  readonly name: string;
  /** The number of messages not delivered yet. */
  readonly pending: number;
  readonly unacknowledged: number;
  readonly redelivered: number;
  /** Seconds since the last delivery, or since the consumer was created. */
  readonly idle: number;
}

export interface JetStreamFacts {
  /** Milliseconds by which the clock of the server is ahead of this machine's. */
  readonly clock_ms?: number;
  readonly storage: { readonly used: number; readonly max?: number };
  readonly streams: readonly {
    readonly name: string;
    readonly messages: number;
    readonly bytes: number;
    readonly max_bytes?: number;
  }[];
  readonly consumers: readonly ConsumerFacts[];
}

/** The NATS server that the tool is connected to. */
export interface BusFacts {
  readonly version: string;
  /** A text is the reason why JetStream does not answer. */
  readonly jetstream: JetStreamFacts | string;
}

/** The file system of the data directory, in bytes. */
export interface DiskFacts {
  readonly path: string;
  readonly used: number;
  readonly total: number;
}

/** A generation of keys; it is valid from `notBefore`, in Unix milliseconds. */
export interface KeyFacts {
  readonly id: string;
  readonly notBefore: number;
}

/** Everything known about a deployment. Facts that could not be collected are absent. */
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

/** Something that an operator should know or do. */
export interface Finding {
  readonly code: string;
  readonly severity: Severity;
  /** The service, server or consumer concerned. */
  readonly part: string;
  readonly what: string;
  readonly todo: string;
}

/** `problem`: something fails or is about to; `warning`: it works, but an operator should look at it; `note`: information. */
export type Severity = 'problem' | 'warning' | 'note';

/** Finds one kind of problem in the facts, and advises what to do. */
export interface Rule {
  readonly severity: Severity;
  readonly find: (facts: Facts) => readonly Omit<Finding, 'code' | 'severity' | 'todo'>[];
  readonly todo: string;
}
