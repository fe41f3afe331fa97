import type { Connection } from 'mongoose';

/** The events of a connection before and after each call to a collection of the driver (https://mongoosejs.com/docs/api/connection.html). */
export const callStarted = 'operation-start';

/** See `callStarted`. */
export const callEnded = 'operation-end';

/** A call to the driver, as both events have it. */
export interface DriverCall {
  /** The same object in both events. */
  readonly _id: object;
  readonly method: string;
  /** Empty for a call that concerns no collection, or several. */
  readonly collectionName: string;
}

/** A call that has returned. */
export interface EndedCall extends DriverCall {
  readonly result?: unknown;
  readonly error?: unknown;
}

/** Announces a call to the driver that goes to no collection of mongoose, by the same events. */
export async function announceCall<Result>(
  connection: Pick<Connection, 'emit'>,
  { method, collectionName = '' }: { readonly method: string; readonly collectionName?: string },
  call: () => Promise<Result>,
): Promise<Result> {
  const about: DriverCall = { _id: {}, method, collectionName };
  connection.emit(callStarted, about);
  try {
    const result = await call();
    connection.emit(callEnded, { ...about, result });
    return result;
  } catch (error) {
    connection.emit(callEnded, { ...about, error });
    throw error;
  }
}
