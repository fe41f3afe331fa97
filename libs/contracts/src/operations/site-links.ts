import { z } from 'zod';
import { keyText, lineText } from '../text-bounds.ts';
import { actorSchema } from '../actor.ts';
import { defineGatewayOperation, defineOperation } from '../operation.ts';
import { shownAs } from '../shown-shape.ts';
import { fieldDefinitionSchema } from '../post-type.ts';

const id = z.int().min(1);

const siteLinkSchema = z.object({
  id,
  label: z.string(),
  /** Host names without a scheme, in the same order at both sites. */
  site1: z.string(),
  site2: z.string(),
  /** The key of the connection type. */
  type: z.string(),
  type_label: z.string(),
  capabilities: z.array(z.string()),
  /** Whether the other site runs a different product. */
  non_product: z.boolean(),
  /** Whether only the token itself is accepted as bearer. */
  api_key: z.boolean(),
  /** The only network address that may use the link; empty for any. */
  approved_ip: z.string(),
  created_by: z.object({ id: z.int().min(0), display_name: z.string() }),
  /** RFC 3339. */
  created_at: z.string(),
  token_since: z.string(),
});

/** A site link as its administrators see it. Its token is shown only once, in `siteLinkWithTokenSchema`. */
export type SiteLinkView = z.infer<typeof siteLinkSchema>;

/**
 * A site link that was created or got a new token. The answer to a repeat under the same `Idempotency-Key` lacks the token. `note` states
 * what prevents this installation from accepting the token.
 */
const siteLinkWithTokenSchema = siteLinkSchema.extend({
  token: z.string().optional(),
  note: z.string().optional(),
});

const siteLinkTypeSchema = z.object({
  key: z.string(),
  label: z.string(),
  capabilities: z.array(z.string()),
});

/** A connection type, with the capabilities of its links. */
export type SiteLinkType = z.infer<typeof siteLinkTypeSchema>;

/** The origin of a bearer or a transfer token. Whether a token is accepted depends on it. */
const sender = {
  /** The network address of the caller. */
  address: lineText,
  /** Whether the token came over HTTPS, or may come without. */
  is_secure: z.boolean(),
};

/** All site links, for callers with `edit_posts` or `edit_page`; the next three operations require the same. */
export const usersSiteLinks = defineOperation({
  name: 'users.site_links',
  kind: 'read',
  isAdministration: true,
  audience: 'caller',
  callers: ['gateway', 'admin'],
  summary: 'All site links, and the connection types.',
  input: z.object({}),
  output: z.object({ site_links: z.array(siteLinkSchema), types: z.array(siteLinkTypeSchema) }),
  errors: ['rest_forbidden'],
});

/** Creates a site link (docs/guides/site-links.md#creating-a-link), with a new token unless `token` is given. */
export const usersCreateSiteLink = defineOperation({
  name: 'users.create_site_link',
  kind: 'write',
  isAdministration: true,
  audience: 'caller',
  callers: ['gateway', 'admin'],
  summary: 'Create a site link. Only this answer contains its token.',
  input: z.object({
    label: lineText,
    site1: lineText,
    site2: lineText,
    type: keyText,
    non_product: z.boolean().optional(),
    api_key: z.boolean().optional(),
    approved_ip: lineText.optional(),
    token: lineText.optional(),
  }),
  output: siteLinkWithTokenSchema,
  errors: ['rest_forbidden'],
});

/** Gives a site link a new token. The old token becomes invalid at once. */
export const usersRotateSiteLink = defineOperation({
  name: 'users.rotate_site_link',
  kind: 'write',
  isAdministration: true,
  audience: 'caller',
  callers: ['gateway', 'admin'],
  summary: 'Replace the token of a site link.',
  input: z.object({ id, token: lineText.optional() }),
  output: siteLinkWithTokenSchema,
  errors: ['rest_forbidden'],
});

/** Deletes a site link. Its token becomes invalid at once. */
export const usersDeleteSiteLink = defineOperation({
  name: 'users.delete_site_link',
  kind: 'write',
  isAdministration: true,
  audience: 'caller',
  callers: ['gateway', 'admin'],
  summary: 'Delete a site link.',
  input: z.object({ id }),
  output: z.literal(true),
  errors: ['rest_forbidden'],
});

/** The actor of a bearer that is not a JWT; `null` when no site link accepts it. Failures are counted per network address. */
export const usersSiteLinkActor = defineOperation({
  name: 'users.site_link_actor',
  kind: 'read',
  callers: ['gateway'],
  summary: 'The actor of a site link’s bearer.',
  input: z.object({ bearer: lineText, address: lineText }),
  output: z.object({ actor: actorSchema.nullable() }),
  errors: ['too_many_requests'],
});

/** Whether a transfer token is valid; needs no other credentials (docs/guides/site-links.md#without-a-bearer). */
export const usersSiteLinkCheck = defineGatewayOperation({
  name: 'users.site_link_check',
  kind: 'read',
  summary: 'Whether a transfer token is accepted.',
  input: z.object({ transfer_token: shownAs(z.unknown(), lineText).optional(), ...sender }),
  output: z.boolean(),
  errors: ['site_check_error', 'too_many_requests'],
});

/** The fields of a post type, for a link that may access its records or create some. */
export const usersSiteLinkSettingsFields = defineGatewayOperation({
  name: 'users.site_link_settings_fields',
  kind: 'read',
  summary: 'The fields of a post type, for a transfer token.',
  input: z.object({
    post_type: keyText,
    transfer_token: shownAs(z.unknown(), lineText).optional(),
    ...sender,
  }),
  output: z.record(z.string(), fieldDefinitionSchema),
  errors: ['site_check_error', 'get_post_settings', 'too_many_requests'],
});

/**
 * The other site of a link over which contacts may be sent, for transfers. `null` when the link does not exist, does not send, or has a
 * token that cannot be decrypted. The transfer token changes every hour, unless the link has `api_key`: use it at once, and do not store it.
 */
export const usersSiteLinkRemote = defineOperation({
  name: 'users.site_link_remote',
  kind: 'read',
  callers: ['records'],
  summary: 'The address of the other site of a link, and its transfer token.',
  input: z.object({ id }),
  output: z.object({
    remote: z
      .object({
        id,
        label: z.string(),
        type: z.string(),
        /** `https://b.example.org`. */
        url: z.string(),
        host: z.string(),
        transfer_token: z.string(),
        non_product: z.boolean(),
      })
      .nullable(),
  }),
});

/** The user who is responsible for records without an owner: the one in the setting BASE_USER, otherwise the first administrator. */
export const usersBaseUser = defineOperation({
  name: 'users.base_user',
  kind: 'read',
  callers: ['records'],
  summary: 'The base user, who gets records without an owner.',
  input: z.object({}),
  output: z.object({ user_id: id.nullable() }),
});
