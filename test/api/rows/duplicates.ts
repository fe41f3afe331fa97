import { lacking, wrong, type Row } from '../row.ts';

const contacts = 'svc-posts/v2/contacts';

export const duplicateRows: readonly Row[] = [
  wrong('a limit has to be a number', `GET ${contacts}/:contact/all_duplicates?limit=few`, 'limit'),
  lacking('dismissing needs an id', `POST ${contacts}/:contact/dismiss-duplicates`, ['id']),
  {
    name: 'a merge may come as a form',
    request: `POST ${contacts}/merge`,
    form: {
      primary_post_id: ':contact',
      archiving_post_id: ':twin',
      values: { nickname: 'Both' },
      merge_comments: 'false',
    },
    status: 200,
    body: { ID: '#contact', nickname: 'Both' },
    fires: ['svc.record.updated contacts/:contact', 'svc.record.updated contacts/:twin'],
  },
  lacking('a merge names both records', `POST ${contacts}/merge`, ['archiving_post_id'], {
    json: { primary_post_id: '#contact' },
  }),
];
