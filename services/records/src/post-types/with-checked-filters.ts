import type { Extension, ExtensionSetup, FilterHooks } from '@svc/contracts';
import { isObject } from '../model/is-object.ts';

type Check = { readonly expected: string; readonly accepts: (value: unknown) => boolean };

const permission: Check = { expected: 'true or false', accepts: (value) => typeof value === 'boolean' };
const fields: Check = { expected: 'an object of fields', accepts: isObject };

/** The expected return value of each filter hook. */
const checks: { readonly [Name in keyof FilterHooks]: Check } = {
  svc_set_roles_and_permissions: { expected: 'an object of roles', accepts: isObject },
  svc_create_post_check_proceed: permission,
  svc_post_create_fields: fields,
  svc_post_create_allow_fields: { expected: 'an array of field keys', accepts: isTexts },
  svc_post_update_fields: fields,
  svc_after_get_post_fields_filter: fields,
  svc_search_viewable_posts_query: fields,
  svc_adjust_post_custom_fields: fields,
  svc_filter_access_permissions: { expected: 'an array of conditions', accepts: isObjects },
  svc_can_view_permission: permission,
  svc_can_update_permission: permission,
  svc_can_delete_permission: permission,
  svc_list_posts_custom_fields: { expected: 'an object of posts and total', accepts: isPage },
  svc_core_public_endpoint_settings: { expected: 'an object of settings', accepts: isObject },
  svc_filter_post_comments: { expected: 'an array of comments', accepts: isObjects },
};

/**
 * Wraps the filters of an extension so that they throw if they return a value of the wrong form. Otherwise the mistake would show later,
 * where it cannot be traced to the extension.
 */
export function withCheckedFilters(extension: Extension): Extension {
  if (!extension.setup) return extension;
  return {
    ...extension,
    setup: (setup) => extension.setup?.({ ...setup, addFilter: checkedAddFilter(setup) }),
  };
}

function checkedAddFilter(setup: ExtensionSetup): ExtensionSetup['addFilter'] {
  return (hook, filter, options) => {
    const run = filter as (...parameters: unknown[]) => unknown;
    const checked = async (...parameters: unknown[]) => {
      const value = await run(...parameters);
      if (checks[hook].accepts(value)) return value;
      throw new TypeError(`the filter returned ${kindOf(value)}; it must return ${checks[hook].expected}`);
    };
    setup.addFilter(hook, checked as typeof filter, options);
  };
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
}

function isObjects(value: unknown): boolean {
  return Array.isArray(value) && value.every(isObject);
}

function isPage(value: unknown): boolean {
  return isObject(value) && isObjects(value['posts']) && typeof value['total'] === 'number';
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  return Array.isArray(value) ? 'an array' : `a value of type ${typeof value}`;
}
