/** The part of the error catalogue for the transfer of contacts (docs/guides/transfer.md). */
export const transferErrors = {
  transfer: {
    statuses: [500, 409],
    meaning:
      'The other site did not accept the contact; the message is from that site. The contact here stays open.',
  },
  'Disciple_Tools_Contacts_Transfer::contact_transfer_endpoint': {
    statuses: [403, 400],
    meaning: 'The contact does not exist or the caller may not transfer it, or a parameter is missing.',
  },
  'Disciple_Tools_Contacts_Transfer::contact_transfer': {
    statuses: [400],
    meaning: 'No site link over which contacts may be sent has this id.',
  },
  'Disciple_Tools_Contacts_Transfer::receive_transfer_endpoint': {
    statuses: [403],
    meaning: 'The caller is not a site link over which contacts are received.',
  },
  'Disciple_Tools_Contacts_Transfer::receive_transfer_comments_endpoint': {
    statuses: [400, 403, 404],
    meaning: 'This site link did not transfer the contact, or the request lacks its comments or its key.',
  },
  'Disciple_Tools_Contacts_Transfer::contact_transfer_summary_endpoint': {
    statuses: [400, 404],
    meaning: 'The site link may not read contacts, or did not transfer this one.',
  },
  'Disciple_Tools_Contacts_Transfer::contact_transfer_metrics_endpoint': {
    statuses: [400],
    meaning: 'The site link may not read contacts, or the request has no period.',
  },
  'Disciple_Tools_Contacts_Transfer::contact_transfer_summary_send_update_endpoint': {
    statuses: [403, 400],
    meaning:
      'The contact does not exist or the caller may not transfer it, it was not transferred, or a parameter is missing.',
  },
  'Disciple_Tools_Contacts_Transfer::contact_transfer_summary_receive_update_endpoint': {
    statuses: [400, 404],
    meaning: 'The site link may not update contacts, did not transfer this one, or sends no message.',
  },
} as const satisfies Record<string, { statuses: readonly [number, ...number[]]; meaning: string }>;
