import type { PushDevice } from '../model/user-settings.ts';

/** The JSON body of a push to the webhook. */
export interface PushMessage {
  readonly devices: readonly PushDevice[];
  readonly title: string;
  readonly text: string;
  /** The address of the record. */
  readonly link: string;
}
