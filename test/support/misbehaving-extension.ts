import { existsSync } from 'node:fs';
import { recordsGet } from '@svc/contracts';
import { defineExtension, type ExtensionSetup, type Fields } from '@svc/contracts/extension';

type Setup = Pick<ExtensionSetup, 'call'>;

/** The mistakes of an author, by the nickname of the contact for which they happen. */
const mistakes: Readonly<Record<string, (setup: Setup, fields: Fields) => unknown>> = {
  'reads a property of nothing': (_setup, fields) => (fields['place'] as { city: string }).city,
  'refuses on purpose': () => {
    throw new Error('There are no seats left.');
  },
  'throws in a timer': () => {
    setTimeout(() => {
      throw new TypeError('thrown in a timer');
    });
  },
  'rejects in a forgotten promise': () => void Promise.reject(new RangeError('rejected and forgotten')),
  /** The name of the contact is the path of the file. */
  'computes until a file exists': async (_setup, { name }) => {
    await Promise.resolve();
    compute(() => existsSync(String(name)));
  },
  'computes for ever': () => compute(() => false),
  'never answers': () => new Promise(() => undefined),
  'ends the process': () => process.exit(7),
  'forgets a call': ({ call }) => void call(recordsGet, { post_type: 'contacts', id: 0 }),
};

/** Occupies the event loop until the work is over. */
function compute(isOver: () => boolean): void {
  while (!isOver()) JSON.parse('{}');
}

/** The time from the import of the module until its forgotten promise rejects, in milliseconds: the service has started by then. */
const afterImportMs = 1;

setTimeout(() => void Promise.reject(new Error('rejected after the import')), afterImportMs);

/** An extension with the mistakes of its author. */
export default defineExtension({
  name: 'misbehaving',
  version: '1.0.0',
  setup({ addFilter, call }) {
    addFilter('svc_post_create_fields', async (fields) => {
      const { nickname } = fields;
      if (typeof nickname === 'string') await mistakes[nickname]?.({ call }, fields);
      return fields;
    });
  },
});
