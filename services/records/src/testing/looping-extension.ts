import { recordsUpdate, type ServiceError } from '@svc/contracts';
import { defineExtension } from '@svc/contracts/extension';

/** The codes with which updates of the extension were refused. */
export const refusals: string[] = [];

/** Counts up in the nickname of a contact, beginning at 0, whenever the nickname changes: also by itself. */
const loopingExtension = defineExtension({
  name: 'looping',
  version: '1.0.0',
  setup({ subscribe, call }) {
    subscribe(
      'nicknames',
      { entity: 'record', postType: 'contacts', changed: ['nickname'], own: true },
      async ({ data }) => {
        const { changed, record } = data;
        const { after } = changed['nickname'] as { after: unknown };
        const fields = { nickname: String(Number(after) + 1) };
        const input = { post_type: 'contacts', id: record.id, fields, silent: true };
        await call(recordsUpdate, input).catch((error: ServiceError) => {
          refusals.push(error.code);
          throw error;
        });
      },
    );
  },
});

export default loopingExtension;
