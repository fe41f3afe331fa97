import { expect, test } from '@jest/globals';
import { sized } from '@svc/testing';
import { neverServed } from './fuzz/format-report.ts';
import { describeViolation } from './fuzz/judge.ts';
import { runFuzz } from './fuzz/run-fuzz.ts';

const requests = sized(1_000, 2_000);
/** Half of the requests serve most endpoints. */
const maxUnserved = sized(20, 0);
const seed = 11;
/** In milliseconds: other suites may keep the machine busy. */
const deadline = 40_000;

/** Endpoints that need another site, a token or an id that only another answer or a mail has, or a file, and those that refuse everybody. */
const unservable = [
  'POST /svc-posts/v2/contacts/transfer',
  'POST /svc-posts/v2/contacts/transfer/summary/send-update',
  'POST /svc/v1/users/reset_password',
  'POST /svc-posts/v2/{post_type}/{id}/storage_upload',
  'POST /svc-posts/v2/{post_type}/{id}/storage_download',
  'GET /files/v1/{address}',
  'POST /jwt-auth/v1/token/refresh',
  'POST /jwt-auth/v1/token/oidc',
  'POST /svc/v1/second-factor/totp/confirm',
  'DELETE /svc/v1/second-factor/totp',
  'POST /svc/v1/second-factor/passkeys',
  'DELETE /svc/v1/second-factor/passkeys/{credential}',
  'DELETE /svc/v1/sessions/{session}',
  'DELETE /svc/v1/keys/{id}',
  'POST /svc/v1/roles',
  'POST /svc/v1/roles/{role}',
  'DELETE /svc/v1/roles/{role}',
  'POST /svc/v1/operations/mails/{mail}/retry',
  'POST /svc/v1/webhooks',
  'POST /svc/v1/webhooks/{id}',
  'DELETE /svc/v1/webhooks/{id}',
  'POST /svc/v1/webhooks/{id}/rotate',
  'POST /svc/v1/webhooks/{id}/test',
  'GET /svc/v1/webhooks/{id}/deliveries',
  'POST /svc/v1/webhooks/{id}/deliveries/{delivery}/redeliver',
  // Only without a cursor, which another answer has.
  'GET /svc/v1/changes',
  // Only with the id of the caller.
  'POST /svc-core/v1/activity',
  'POST /svc-posts/v2/contacts/transfer/metrics',
  'POST /svc/v1/contacts/email_magic',
  'POST /svc/v1/groups/email_magic',
  'POST /svc/v1/notifications/release/open_modal',
];

test(
  `${requests} requests, hostile and mostly valid ones, break no rule`,
  async () => {
    const { outcomes, violations } = await runFuzz({
      requests,
      seed,
      only: undefined,
      concurrency: 8,
      deadline,
    });
    expect(violations.map(describeViolation)).toEqual([]);
    expect(outcomes).toHaveLength(requests);
    // Were most refused at the door, nothing behind it would be tried.
    expect(outcomes.filter(({ status }) => status === 200).length).toBeGreaterThan(0.5 * requests);
    const unserved = neverServed(outcomes).filter((endpoint) => !unservable.includes(endpoint));
    expect(unserved.slice(maxUnserved)).toEqual([]);
  },
  40 * 60_000,
);
