import { msg } from '@svc/contracts';
import { invalidParam } from '@svc/service-kit';

/**
 * The address to which a login leads: one of the permitted ones, or a path below one.
 * @param wanted by default the first permitted address.
 * @throws ServiceError `rest_invalid_param`
 */
export function returnTarget(wanted: string | undefined, permitted: readonly string[]): string {
  const [first = ''] = permitted;
  if (wanted === undefined || wanted === '') return first;
  const target = URL.canParse(wanted, first) ? new URL(wanted, first) : undefined;
  if (target && permitted.some((entry) => isBelow(target, new URL(entry)))) return target.href;
  throw invalidParam({
    return_to: msg`return_to must be an address of ${[...new Set(permitted.map((each) => new URL(each).origin))].join(', ')} that is permitted`,
  });
}

function isBelow(target: URL, entry: URL): boolean {
  const folder = entry.pathname.endsWith('/') ? entry.pathname : `${entry.pathname}/`;
  return (
    target.origin === entry.origin &&
    target.username === '' &&
    target.password === '' &&
    (target.pathname === entry.pathname || target.pathname.startsWith(folder))
  );
}
