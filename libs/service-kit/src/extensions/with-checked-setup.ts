import {
  actionHooks,
  eventSchemas,
  eventVerbs,
  filterHooks,
  inEnglish,
  ServiceError,
  type EntityEvents,
  type Extension,
  type ExtensionSetup,
} from '@svc/contracts';
import { messageOf } from '../text/message-of.ts';
import { didYouMean, nearestName } from '../text/nearest-name.ts';
import type { DeclarationMistakes } from './declaration-mistakes.ts';

/** The keys of the declared post types and of their fields; for boolean fields `true`. */
export type DeclaredFields = ReadonlyMap<string, ReadonlyMap<string, { readonly isBoolean: boolean }>>;

const filterNames: readonly string[] = Object.keys(filterHooks);
const actionNames: readonly string[] = Object.keys(actionHooks);

/** The entities whose events are of a post type and have it in their subject. */
const ofPostTypes: ReadonlySet<string> = new Set<keyof EntityEvents>([
  'record',
  'share',
  'follow',
  'comment',
]);

interface Known {
  readonly mistakes: DeclarationMistakes;
  /** Absent where post types are not declared: then subscriptions and actions may name any. */
  readonly declaredFields?: DeclaredFields;
}

/** Wraps the setup of an extension: wrong hooks and subscriptions are added to the mistakes instead of being registered, and so is a failure. */
export function withCheckedSetup(extension: Extension, known: Known): Extension {
  const { name, setup: run } = extension;
  if (!run) return extension;
  const names = new Set<string>();
  return {
    ...extension,
    async setup(setup) {
      const check = (problems: readonly string[], register: () => void) => {
        for (const problem of problems) known.mistakes.add(name, 'setup', problem);
        if (problems.length === 0) register();
      };
      try {
        await run.call(extension, {
          ...setup,
          addFilter: (hook, filter, options) =>
            check(
              [
                ...hookProblems(hook, filter, { hooks: filterNames, others: actionNames, isFilter: true }),
                ...optionProblems(hook, options, known),
              ],
              () => setup.addFilter(hook, filter, options),
            ),
          addAction: (hook, action, options) =>
            check(
              [
                ...hookProblems(hook, action, { hooks: actionNames, others: filterNames, isFilter: false }),
                ...optionProblems(hook, options, known),
              ],
              () => setup.addAction(hook, action, options),
            ),
          subscribe: (subscription, selection, handler) =>
            check(
              [
                ...(names.has(subscription)
                  ? [`subscribe: the name ${subscription} is taken; each subscription needs its own`]
                  : []),
                ...subscriptionProblems({ subscription, selection, handler }, known),
              ],
              () => {
                names.add(subscription);
                setup.subscribe(subscription, selection, handler);
              },
            ),
        } satisfies ExtensionSetup);
      } catch (error) {
        const reason = error instanceof ServiceError ? inEnglish(error.translatable) : messageOf(error);
        known.mistakes.add(name, 'setup', `failed: ${reason}`);
      }
    },
  };
}

function hookProblems(
  hook: string,
  run: unknown,
  { hooks, others, isFilter }: { hooks: readonly string[]; others: readonly string[]; isFilter: boolean },
): string[] {
  const [adding, other] = isFilter ? ['addFilter', 'addAction'] : ['addAction', 'addFilter'];
  if (others.includes(hook))
    return [`${adding}: ${hook} is ${isFilter ? 'an action' : 'a filter'}; use ${other}`];
  if (!hooks.includes(hook)) {
    const near = nearestName(hook, [...hooks, ...others]);
    return [
      `unknown hook ${hook}${near === undefined ? '; the hooks are in docs/guides/extension-hooks.md' : `; did you mean ${near}?`}`,
    ];
  }
  return typeof run === 'function' ? [] : [`${adding}: ${hook} requires a function`];
}

function optionProblems(hook: string, options: unknown, { declaredFields }: Known): string[] {
  if (options === undefined) return [];
  if (!isObject(options)) return [`${hook}: the options must be an object such as { priority: 5 }`];
  const attributes = takesConcerns(hook) ? ['priority', 'concerns'] : ['priority'];
  const { priority, concerns } = options;
  return [
    ...unknownAttributes(options, attributes).map((problem) => `${hook}: ${problem}`),
    ...(priority === undefined || Number.isFinite(priority)
      ? []
      : [`${hook}: the priority must be a number`]),
    ...(concerns === undefined || !attributes.includes('concerns')
      ? []
      : concernProblems(concerns, declaredFields).map((problem) => `${hook}: concerns ${problem}`)),
  ];
}

function takesConcerns(hook: string): boolean {
  const actions: Readonly<Record<string, string>> = actionHooks;
  return actions[hook] === 'flagged';
}

function concernProblems(concerns: unknown, declared: DeclaredFields | undefined): string[] {
  const { postType, flag } = isObject(concerns) ? concerns : {};
  if (typeof postType !== 'string' || typeof flag !== 'string')
    return ['must have a postType and a flag, the key of a boolean field'];
  if (!declared) return [];
  const fields = declared.get(postType);
  if (!fields)
    return [`names the unknown post type ${postType}${didYouMean(postType, declared.keys(), 'post types')}`];
  if (fields.get(flag)?.isBoolean) return [];
  const flags = [...fields].flatMap(([key, { isBoolean }]) => (isBoolean ? [key] : []));
  return [
    `names ${flag}, which must be a boolean field of ${postType}${didYouMean(flag, flags, 'boolean fields')}`,
  ];
}

function subscriptionProblems(
  { subscription, selection, handler }: { subscription: unknown; selection: unknown; handler: unknown },
  { declaredFields }: Known,
): string[] {
  if (typeof subscription !== 'string' || subscription === '') return ['subscribe requires a name'];
  const problems = isObject(selection)
    ? selectionProblems(selection, declaredFields)
    : ["must have the events to deliver, such as { entity: 'record' }"];
  return [
    ...problems,
    ...(typeof handler === 'function' ? [] : ['must have a function that handles events']),
  ].map((problem) => `the subscription ${subscription}: ${problem}`);
}

function selectionProblems(
  selection: Readonly<Record<string, unknown>>,
  declared: DeclaredFields | undefined,
): string[] {
  const { entity, postType, verbs, changed, own } = selection;
  const unknown = unknownAttributes(selection, ['entity', 'postType', 'verbs', 'changed', 'own']);
  if (typeof entity !== 'string' || !Object.hasOwn(eventSchemas, entity))
    return [
      ...unknown,
      `unknown entity ${String(entity)}${didYouMean(String(entity), Object.keys(eventSchemas), 'entities')}`,
    ];
  return [
    ...unknown,
    ...(postType === undefined ? [] : postTypeProblems(postType, entity, declared)),
    ...(verbs === undefined ? [] : verbProblems(verbs, entity as keyof EntityEvents)),
    ...(changed === undefined ? [] : changedProblems(changed, { entity, postType, declared })),
    ...(own === undefined || typeof own === 'boolean' ? [] : ['own must be true or false']),
  ];
}

function postTypeProblems(postType: unknown, entity: string, declared: DeclaredFields | undefined): string[] {
  if (!ofPostTypes.has(entity)) return [`events of the entity ${entity} have no postType; leave it out`];
  if (!declared || (typeof postType === 'string' && declared.has(postType))) return [];
  return [
    `unknown postType ${String(postType)}${didYouMean(String(postType), declared.keys(), 'post types')}`,
  ];
}

function verbProblems(verbs: unknown, entity: keyof EntityEvents): string[] {
  const published: readonly string[] = eventVerbs[entity];
  const plural = `verbs of the entity ${entity}`;
  if (!Array.isArray(verbs) || verbs.length === 0)
    return [`verbs must be an array with at least one verb; the ${plural} are ${published.join(', ')}`];
  return verbs
    .filter((verb) => !published.includes(verb as string))
    .map((verb) => `unknown verb ${String(verb)}${didYouMean(String(verb), published, plural)}`);
}

function changedProblems(
  changed: unknown,
  { entity, postType, declared }: { entity: string; postType: unknown; declared: DeclaredFields | undefined },
): string[] {
  if (entity !== 'record') return [`changed selects events of the entity record only; leave it out`];
  if (!Array.isArray(changed) || changed.length === 0)
    return ['changed must be an array with the key of at least one field'];
  if (!declared) return [];
  const types = typeof postType === 'string' ? [postType] : [...declared.keys()];
  const fields = new Set(types.flatMap((type) => [...(declared.get(type)?.keys() ?? [])]));
  if (fields.size === 0) return [];
  return changed
    .filter((key) => !fields.has(key as string))
    .map(
      (key) => `changed names the unknown field ${String(key)}${didYouMean(String(key), fields, 'fields')}`,
    );
}

function unknownAttributes(value: object, attributes: readonly string[]): string[] {
  return Object.keys(value)
    .filter((key) => !attributes.includes(key))
    .map((key) => `unknown attribute ${key}${didYouMean(key, attributes, 'attributes')}`);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
