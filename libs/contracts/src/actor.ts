import { z } from 'zod';

/**
 * Who is calling. The gateway (for users and site links) and the services themselves (for `system`) sign it;
 * see service-kit's `signActor`. `userId` is 0 when the caller is not a user.
 */
export const actorSchema = z.object({
  kind: z.enum(['user', 'site_link', 'system']),
  userId: z.int().min(0),
  /** Shown as the author of activity and comments. */
  displayName: z.string(),
  email: z.string(),
  roles: z.array(z.string()),
  capabilities: z.array(z.string()),
  locale: z.string(),
  /** The sources whose contacts `access_specific_sources` opens: their keys; empty, or with `all`, for every source. */
  allowedSources: z.array(z.string()).optional(),
  /** Which site link it is; absent for everybody else. */
  siteLinkId: z.int().min(1).optional(),
  /** Which of the user's tokens it is; absent for everybody else, and for tokens that have no id. */
  tokenId: z.string().optional(),
});

/** Who is calling: see `actorSchema`. */
export type Actor = z.infer<typeof actorSchema>;

/** Whether the actor holds a capability. The system itself holds all of them. */
export function can(actor: Actor, capability: string): boolean {
  return actor.kind === 'system' || actor.capabilities.includes(capability);
}

/** Capabilities that are named like those for types of records and are none. */
const noTypes: ReadonlySet<string> = new Set(['access_disciple_tools', 'access_specific_sources']);

/** Whether a caller may know which places there are: with `read_location`, or access to records of any type. */
export function mayReadLocations(actor: Actor): boolean {
  const isAccess = (name: string) => name.startsWith('access_') && !noTypes.has(name);
  return can(actor, 'read_location') || actor.capabilities.some(isAccess);
}

/** An actor for work the service does by itself, named after the part that does it. */
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
