import type { PushDevice } from '../model/user-settings.ts';

/** A push as the webhook gets it, as JSON. */
export interface PushMessage {
  readonly devices: readonly PushDevice[];
  readonly title: string;
  readonly text: string;
  /** Address of the record. */
  readonly link: string;
}
