import type { PostTypeSettings } from '@svc/contracts';
import type { Field } from '../fields/index.ts';

/** A post type as the service works with it. */
export interface PostType {
  readonly key: string;
  readonly labelSingular: string;
  readonly statusField: { readonly status_key: string; readonly archived_key: string } | undefined;
  readonly fields: ReadonlyMap<string, Field>;
  /** The settings object (spec 2.8), computed once. */
  readonly settings: PostTypeSettings;
}
