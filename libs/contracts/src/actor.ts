import { z } from 'zod';
import { lineText } from './text-bounds.ts';

/** The largest depth of a change by an extension: a deeper one is refused as a loop. */
export const maxExtensionDepth = 7;

/** The extension that makes a change, and how many changes of extensions led to it, each caused by the one before; 1 without any other. */
export const changingExtensionSchema = z.object({ name: lineText, depth: z.int().min(1) });

/** The limits of the API key with which a user's request came (docs/guides/api-keys.md#limits). */
export const keyLimitsSchema = z.object({
  /** The id of the key. */
  id: z.int().min(1),
  access: z.enum(['read', 'write']),
  /** The only post types that the key reaches; absent for all. */
  postTypes: z.array(lineText).optional(),
  /** Whether the key reaches operations that are declared `isAdministration`. */
  administration: z.boolean(),
});

/** The limits of an API key: see `keyLimitsSchema`. */
export type KeyLimits = z.infer<typeof keyLimitsSchema>;

/**
 * The actor of a request. The gateway signs users and site links, and every process signs `system` for itself: see `ActorSigner` of
 * service-kit. `userId` is 0 when the actor is not a user.
 */
export const actorSchema = z.object({
  kind: z.enum(['user', 'site_link', 'system']),
  userId: z.int().min(0),
  /** Shown as the author of activity and comments. */
  displayName: lineText,
  email: lineText,
  roles: z.array(lineText),
  capabilities: z.array(lineText),
  locale: lineText,
  /** Keys of the sources whose contacts `access_specific_sources` opens. An empty list, or one with `all`, opens every source. */
  allowedSources: z.array(lineText).optional(),
  /** The id of a site link; absent for other actors. */
  siteLinkId: z.int().min(1).optional(),
  /** The key of the site link's connection type; absent for other actors. */
  siteLinkType: lineText.optional(),
  /** The id of the user's token; absent for other actors, and for tokens without an id. */
  tokenId: lineText.optional(),
  /** When the user logged in, in seconds; absent for other actors. */
  tokenIssuedAt: z.number().optional(),
  /** The id of the session of the user's token; absent for other actors, and for tokens without one. */
  sessionId: lineText.optional(),
  /** The limits of the user's API key; absent for other credentials. */
  key: keyLimitsSchema.optional(),
  /** Set for a user whose role requires a second factor that they have not set up: they may only do so. */
  setsUpSecondFactor: z.literal(true).optional(),
  /** The extension in whose name the system acts; absent for other actors. */
  extension: changingExtensionSchema.optional(),
});

/** The actor of a request: see `actorSchema`. */
export type Actor = z.infer<typeof actorSchema>;

/** Whether the actor holds a capability. The system itself holds all of them. */
export function can(actor: Actor, capability: string): boolean {
  return actor.kind === 'system' || actor.capabilities.includes(capability);
}

/** Whether an actor may reach records of a post type at all: an API key may be limited to others. */
export function reachesPostType({ key }: Pick<Actor, 'key'>, postType: string): boolean {
  return key?.postTypes === undefined || key.postTypes.includes(postType);
}

/** Whether an actor may see all users, not only dispatchers and users with whom they share records. */
export function mayListAllUsers(actor: Actor): boolean {
  return can(actor, 'dt_all_access_contacts') || can(actor, 'dt_list_users');
}

/** Capabilities that look like `access_<type>` and belong to no post type. */
const noTypes: ReadonlySet<string> = new Set(['access_disciple_tools', 'access_specific_sources']);

/** Whether an actor may read the location grid: with `read_location`, or with access to records of any type. */
export function mayReadLocations(actor: Actor): boolean {
  const isAccess = (name: string) => name.startsWith('access_') && !noTypes.has(name);
  return can(actor, 'read_location') || actor.capabilities.some(isAccess);
}

/** The actor of background work; `part`, the part of the service that does it, is its display name. */
export function systemActor(part: string): Actor {
  return {
    kind: 'system',
    userId: 0,
    displayName: part,
    email: '',
    roles: [],
    capabilities: [],
    locale: 'en_US',
  };
}
