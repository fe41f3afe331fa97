import { recordsGet, ServiceError, type ExtensionCall, type Fields } from '@svc/contracts';
import { shownOption } from './shown-values.ts';

/** Type of the original contact → type of a contact created from it (docs/guides/modules.md#rules-of-the-built-in-modules). */
const typesByOrigin: Readonly<Record<string, string>> = {
  personal: 'placeholder',
  placeholder: 'placeholder',
  access: 'access_placeholder',
  access_placeholder: 'access_placeholder',
  user: 'access_placeholder',
};

/** The type that a new contact gets from its original contact, named by `additional_meta`; undefined if the caller may view none. */
export async function typeByOrigin(fields: Fields, call: ExtensionCall): Promise<string | undefined> {
  const { created_from: origin } = (fields['additional_meta'] ?? {}) as { created_from?: unknown };
  const id = Number(origin ?? 0);
  if (!Number.isSafeInteger(id) || id <= 0) return undefined;
  try {
    const contact = await call(recordsGet, { post_type: 'contacts', id });
    return typesByOrigin[shownOption(contact, 'type') ?? ''];
  } catch (error) {
    if (error instanceof ServiceError && error.status < 500) return undefined;
    throw error;
  }
}
