import type { ErrorCode, Message } from '@svc/contracts';

/** Error codes of field types, in addition to the operation's own (`create_post`, `update_post`). */
export type FieldErrorCode = Extract<
  ErrorCode,
  | 'update_multi_select_fields'
  | 'update_post_contact_methods'
  | 'update_post_user_select'
  | 'update_connections'
  | 'add_connection_to_post'
  | 'remove_connection_from_post'
  | 'update_location_grid_fields'
  | 'update_post_link_fields'
  | 'update_post_user_meta_fields'
>;

/** Why a field refuses a value. Without a code the operation's own is used. */
export interface FieldProblem {
  readonly code?: FieldErrorCode;
  readonly message: Message;
  /** Whether the refused value was added by a rule and not sent by the client. */
  readonly isAdded?: boolean;
}

/** A parsed value, or why it was refused. */
export type Parsed<Change> = { readonly change: Change } | { readonly problem: FieldProblem };

/** A refusal with the operation's own code. */
export function problem(message: Message, code?: FieldProblem['code']): { problem: FieldProblem } {
  return { problem: code ? { code, message } : { message } };
}

const maxShownLength = 80;

/** Shows a received value in an error message: short, on one line. */
export function shown(input: unknown): Message {
  const text = typeof input === 'string' ? input : (JSON.stringify(input) ?? String(input));
  const line = text.slice(0, maxShownLength).replaceAll(/\s+/g, ' ').toWellFormed();
  return text.length > maxShownLength ? `${line}…` : line;
}
