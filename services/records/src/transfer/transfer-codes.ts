import {
  type Actor,
  can,
  type ErrorCode,
  type Message,
  receivingLinkTypes,
  ServiceError,
} from '@svc/contracts';

const prefix = 'Disciple_Tools_Contacts_Transfer::';

export const transferCodes = {
  send: `${prefix}contact_transfer_endpoint`,
  link: `${prefix}contact_transfer`,
  receive: `${prefix}receive_transfer_endpoint`,
  receiveComments: `${prefix}receive_transfer_comments_endpoint`,
  summary: `${prefix}contact_transfer_summary_endpoint`,
  metrics: `${prefix}contact_transfer_metrics_endpoint`,
  sendUpdate: `${prefix}contact_transfer_summary_send_update_endpoint`,
  receiveUpdate: `${prefix}contact_transfer_summary_receive_update_endpoint`,
} as const satisfies Record<string, ErrorCode>;

/** The error of a request that lacks a parameter or permission, or has an invalid value. */
export function badRequest(
  code: Exclude<(typeof transferCodes)[keyof typeof transferCodes], typeof transferCodes.receive>,
  message: Message,
): ServiceError {
  return new ServiceError(code, message, { status: 400 });
}

/** @throws ServiceError unless the caller is a site link over which contacts are received: no user sends contacts in the name of another site. */
export function refuseUnlessReceiving(
  { siteLinkType = '' }: Actor,
  code: (typeof transferCodes)['receive' | 'receiveComments'],
): void {
  if (receivingLinkTypes.includes(siteLinkType)) return;
  throw new ServiceError(code, 'Insufficient permissions', { status: 403 });
}

/** @throws ServiceError for a site link that may neither read nor update the contacts that it sent. */
export function refuseUnlessUpdating(
  actor: Actor,
  code: (typeof transferCodes)['summary' | 'metrics' | 'receiveUpdate'],
): void {
  if (!can(actor, 'update_own_contacts')) throw badRequest(code, 'Missing permissions');
}
