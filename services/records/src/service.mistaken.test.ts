import { expect, test } from '@jest/globals';
import { harnessOfSuite, withExtensions } from './testing/records-harness.ts';

const harness = harnessOfSuite({ instances: 0 });

test('a service with mistaken extensions does not start, and one message lists every mistake', async () => {
  await expect(harness.start(withExtensions('mistaken'))).rejects.toThrow(
    [
      'The declarations of extensions have 3 mistakes:',
      '  mistaken: fields.contacts.x.requird: unknown attribute; did you mean required?',
      '  mistaken: fields.contacts.x.tile: unknown tile detials; did you mean details?',
      '  mistaken: setup: unknown hook svc_post_creat_fields; did you mean svc_post_create_fields?',
    ].join('\n'),
  );
});
