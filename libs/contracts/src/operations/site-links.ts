import { z } from 'zod';
import { actorSchema } from '../actor.ts';
import { defineOperation } from '../operation.ts';
import { fieldDefinitionSchema } from '../post-type.ts';

const id = z.int().min(1);

/** A site link as those who look after site links see it; its token is shown once, by `siteLinkWithTokenSchema`. */
export const siteLinkSchema = z.object({
  id,
  label: z.string(),
  /** Host names without a scheme, in the order in which both sites keep them. */
  site1: z.string(),
  site2: z.string(),
  /** Key of the connection type. */
  type: z.string(),
  type_label: z.string(),
  capabilities: z.array(z.string()),
  /** The other side is no installation of this product. */
  non_product: z.boolean(),
  /** The token itself is the bearer, and nothing else is. */
  api_key: z.boolean(),
  /** The only address that may use it; empty for any. */
  approved_ip: z.string(),
  created_by: z.object({ id: z.int().min(0), display_name: z.string() }),
  /** RFC 3339. */
  created_at: z.string(),
  token_since: z.string(),
});

/** A site link as those who look after site links see it. */
export type SiteLinkView = z.infer<typeof siteLinkSchema>;

/**
 * The answer of a creation and of a rotation. A repeat under the same `Idempotency-Key` no longer has the token. `note` says what
 * keeps it from being accepted here.
 */
export const siteLinkWithTokenSchema = siteLinkSchema.extend({
  token: z.string().optional(),
  note: z.string().optional(),
});

/** A connection type, with the capabilities of its links. */
export const siteLinkTypeSchema = z.object({
  key: z.string(),
  label: z.string(),
  capabilities: z.array(z.string()),
});

/** A connection type: see its schema. */
export type SiteLinkType = z.infer<typeof siteLinkTypeSchema>;

/** The origin of a bearer or a transfer token, which decides together with the token whether it is accepted. */
const sender = {
  /** The network address of the caller. */
  address: z.string(),
  /** Whether it came over HTTPS, or may come without. */
  is_secure: z.boolean(),
};

/** For holders of `edit_posts` or `edit_page`, like the three that follow. */
export const usersSiteLinks = defineOperation({
  name: 'users.site_links',
  kind: 'read',
  audience: 'caller',
  callers: ['gateway', 'admin'],
  summary: 'All site links, and the connection types there are.',
  input: z.object({}),
  output: z.object({ site_links: z.array(siteLinkSchema), types: z.array(siteLinkTypeSchema) }),
  errors: ['rest_forbidden'],
});

/** Makes a site link (docs/site-links.md#making-one), with a new token unless `token` is given. */
export const usersCreateSiteLink = defineOperation({
  name: 'users.create_site_link',
  kind: 'write',
  audience: 'caller',
  callers: ['gateway', 'admin'],
  summary: 'Make a site link; the answer is the only one that has its token.',
  input: z.object({
    label: z.string(),
    site1: z.string(),
    site2: z.string(),
    type: z.string(),
    non_product: z.boolean().optional(),
    api_key: z.boolean().optional(),
    approved_ip: z.string().optional(),
    token: z.string().optional(),
  }),
  output: siteLinkWithTokenSchema,
  errors: ['rest_forbidden'],
});

/** The old token ends at once. */
export const usersRotateSiteLink = defineOperation({
  name: 'users.rotate_site_link',
  kind: 'write',
  audience: 'caller',
  callers: ['gateway', 'admin'],
  summary: 'Give a site link a new token.',
  input: z.object({ id, token: z.string().optional() }),
  output: siteLinkWithTokenSchema,
  errors: ['rest_forbidden'],
});

/** Its token ends at once. */
export const usersDeleteSiteLink = defineOperation({
  name: 'users.delete_site_link',
  kind: 'write',
  audience: 'caller',
  callers: ['gateway', 'admin'],
  summary: 'Delete a site link.',
  input: z.object({ id }),
  output: z.literal(true),
  errors: ['rest_forbidden'],
});

/** Who a bearer is that is no JWT; `null` when no site link accepts it. Failures are counted per address. */
export const usersSiteLinkActor = defineOperation({
  name: 'users.site_link_actor',
  kind: 'read',
  audience: 'service',
  callers: ['gateway'],
  summary: 'The actor of a site link’s bearer.',
  input: z.object({ bearer: z.string(), address: z.string() }),
  output: z.object({ actor: actorSchema.nullable() }),
  errors: ['too_many_requests'],
});

/** Whether a transfer token is valid, for anybody who has one (docs/site-links.md#without-a-bearer). */
export const usersSiteLinkCheck = defineOperation({
  name: 'users.site_link_check',
  kind: 'read',
  audience: 'caller',
  callers: ['gateway'],
  summary: 'Whether a transfer token is accepted.',
  input: z.object({ transfer_token: z.unknown().optional(), ...sender }),
  output: z.boolean(),
  errors: ['site_check_error', 'too_many_requests'],
});

/** The fields of a type, for a link that may access it or create records of it. */
export const usersSiteLinkSettingsFields = defineOperation({
  name: 'users.site_link_settings_fields',
  kind: 'read',
  audience: 'caller',
  callers: ['gateway'],
  summary: 'The fields of a post type, for a transfer token.',
  input: z.object({ post_type: z.string(), transfer_token: z.unknown().optional(), ...sender }),
  output: z.record(z.string(), fieldDefinitionSchema),
  errors: ['site_check_error', 'get_post_settings', 'too_many_requests'],
});

/**
 * The other side of a link that contacts may be sent over: records asks, for transfers. `null` when there is no such link,
 * or it does not send. The token is the one of this hour, to be used at once and kept nowhere.
 */
export const usersSiteLinkRemote = defineOperation({
  name: 'users.site_link_remote',
  kind: 'read',
  audience: 'service',
  callers: ['records'],
  summary: 'Where the other site of a link is, and what to send it.',
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
  errors: [],
});

/** The user who is responsible for records without an owner: that of the setting BASE_USER, otherwise the first administrator. */
export const usersBaseUser = defineOperation({
  name: 'users.base_user',
  kind: 'read',
  audience: 'service',
  callers: ['records'],
  summary: 'The user who gets what nobody else has.',
  input: z.object({}),
  output: z.object({ user_id: id.nullable() }),
  errors: [],
});

/** The operations of site links. */
export const siteLinksOperations = [
  usersSiteLinks,
  usersCreateSiteLink,
  usersRotateSiteLink,
  usersDeleteSiteLink,
  usersSiteLinkActor,
  usersSiteLinkCheck,
  usersSiteLinkSettingsFields,
  usersSiteLinkRemote,
  usersBaseUser,
] as const;
