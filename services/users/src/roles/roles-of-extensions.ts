import { z } from 'zod';
import { systemActor, type Extension, type RoleDeclaration } from '@svc/contracts';
import { HookEngine, type ServiceContext } from '@svc/service-kit';
import { roleCatalogue, type Role, type RoleCatalogue } from './role-catalogue.ts';

const hook = 'svc_set_roles_and_permissions';

const rolesSchema = z.record(
  z.string().min(1),
  z.looseObject({
    label: z.string().optional(),
    description: z.string().optional(),
    permissions: z.record(z.string(), z.boolean()),
  }),
);

/**
 * The roles of the instance: built in, then declared by extensions, then changed by their filters of
 * `svc_set_roles_and_permissions`. Capabilities that a filter does not mention stay as declared.
 * @throws Error naming the hook when the filters do not return roles.
 */
export async function rolesOfExtensions(
  extensions: readonly Extension[],
  context: Pick<ServiceContext, 'log' | 'metrics' | 'caller'> & { readonly timeoutMs: number },
): Promise<RoleCatalogue> {
  const declared = roleCatalogue(extensions);
  const hooks = await HookEngine.setUp(extensions, context);
  if (!hooks.hasFilters(hook)) return declared;
  const expected = Object.fromEntries([...declared].map(([key, role]) => [key, declarationOf(role)]));
  const filtered = rolesSchema.safeParse(
    await hooks.filter(hook, { actor: systemActor('users') }, structuredClone(expected)),
  );
  if (!filtered.success)
    throw new Error(
      `the filter ${hook} must return roles by key, each with permissions: ${z.prettifyError(filtered.error)}`,
    );
  return roleCatalogue([...extensions, { roles: filtered.data as Record<string, RoleDeclaration> }]);
}

function declarationOf({ label, description, capabilities }: Role): RoleDeclaration {
  const permissions = Object.fromEntries([...capabilities].map((name) => [name, true]));
  return { label, description, permissions };
}
