import { lacking, wrong, type Row } from '../row.ts';

const planets = 'svc-posts/v2/planets';

/** The parsing of requests, and the precedence of several reasons for a refusal. */
export const requestRows: readonly Row[] = [
  wrong('an unknown post type is 400 before anything is asked about rights', `POST ${planets}`, 'post_type', {
    as: 'reg',
    json: { name: 'Mars' },
  }),
  wrong('an unknown post type is 400 for a record', `GET ${planets}/:contact`, 'post_type'),
  lacking('a new password without a token', 'POST svc/v1/users/reset_password', ['token'], {
    as: 'stranger',
    form: { password: 'long-enough-1' },
  }),
  wrong('a locale that is no text is refused', 'POST svc/v1/user/update', 'locale', {
    json: { locale: ['fr_FR'] },
  }),
];
